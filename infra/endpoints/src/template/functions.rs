//! Each function, its role and its log.

use settings::names;
use web::TableUse;

use super::{Worker, capitalised, logical_id, quoted, variables};

/// What reads a secret, from either service.
const READ_SECRET: &str = "[ssm:GetParameter, secretsmanager:GetSecretValue]";

/// One function with all that belongs to it.
pub(super) fn resources(worker: Worker<'_>) -> String {
    let Worker { name, summary, needs } = worker;
    let id = logical_id(name);
    let description = quoted(summary);
    let layers: Vec<&str> = [
        (names::TRUTHY_CORPUS_DIR, "!If [HasCorpusLayer, !Ref CorpusLayerArn, !Ref AWS::NoValue]"),
        (names::TRUTHY_MODEL_DIR, "!If [HasModel, !Ref ModelLayer, !Ref AWS::NoValue]"),
    ]
    .into_iter()
    .filter(|(variable, _)| needs.settings.contains(variable))
    .map(|(_, layer)| layer)
    .collect();
    let layers =
        if layers.is_empty() { String::new() } else { format!("      Layers: [{}]\n", layers.join(", ")) };
    let environment = variables::environment(worker);
    let statements = statements(worker, &id);
    format!(
        r"
  {id}Function:
    Type: AWS::Serverless::Function
    Properties:
      FunctionName: !Sub ${{AWS::StackName}}-{name}
      Description: {description}
      CodeUri: ../target/lambda/{name}/bootstrap.zip
      Role: !GetAtt {id}Role.Arn
      # {reason}.
      MemorySize: {memory_mb}
      Timeout: {timeout_seconds}
      LoggingConfig:
        LogGroup: !Ref {id}Logs
{layers}{environment}  {id}Logs:
    Type: AWS::Logs::LogGroup
    DeletionPolicy: Delete
    UpdateReplacePolicy: Delete
    Properties:
      LogGroupName: !Sub /aws/lambda/${{AWS::StackName}}-{name}
      RetentionInDays: !Ref LogRetentionDays
  {id}Role:
    Type: AWS::IAM::Role
    Properties:
      AssumeRolePolicyDocument:
        Version: '2012-10-17'
        Statement:
          - {{Effect: Allow, Principal: {{Service: lambda.amazonaws.com}}, Action: sts:AssumeRole}}
      Policies:
        - PolicyName: needs
          PolicyDocument:
            Version: '2012-10-17'
            Statement:
{statements}",
        reason = capitalised(needs.memory_reason),
        memory_mb = needs.memory_mb,
        timeout_seconds = needs.timeout_seconds,
    )
}

fn statements(worker: Worker<'_>, id: &str) -> String {
    let mut text = format!(
        r"              # Writes its own log.
              - Effect: Allow
                Action: [logs:CreateLogStream, logs:PutLogEvents]
                Resource: !GetAtt {id}Logs.Arn
              # Sends traces; AWS knows no narrower resource for it.
              - Effect: Allow
                Action: [xray:PutTraceSegments, xray:PutTelemetryRecords]
                Resource: '*'
"
    );
    for table_use in &worker.needs.table {
        text.push_str(&table_statement(table_use));
    }
    let secrets = variables::secrets(worker);
    text.extend(
        secrets
            .iter()
            .map(|secret| optional(&format!("Has{secret}Arn"), READ_SECRET, &format!("{secret}Arn"))),
    );
    if !secrets.is_empty() {
        text.push_str(&optional("HasSecretsKey", "kms:Decrypt", "SecretsKeyArn"));
    }
    text
}

/// Rights on what a parameter names, where it names something.
fn optional(condition: &str, action: &str, parameter: &str) -> String {
    format!(
        r"              - !If
                - {condition}
                - Effect: Allow
                  Action: {action}
                  Resource: !Ref {parameter}
                - !Ref AWS::NoValue
"
    )
}

fn table_statement(table_use: &TableUse) -> String {
    let TableUse { keys, actions, purpose } = table_use;
    let actions: Vec<String> = actions.iter().map(|action| format!("dynamodb:{action}")).collect();
    let condition = keys.map_or_else(String::new, |keys| {
        format!(
            "                Condition:\n                  ForAllValues:StringLike: {{dynamodb:LeadingKeys: [{}]}}\n",
            quoted(keys)
        )
    });
    format!(
        r"              # {purpose}.
              - Effect: Allow
                Action: [{actions}]
                Resource: !GetAtt Table.Arn
{condition}",
        purpose = capitalised(purpose),
        actions = actions.join(", "),
    )
}

/// Where the gateway invokes the function `id`.
pub(super) fn invocation(id: &str) -> String {
    format!(
        "!Sub arn:${{AWS::Partition}}:apigateway:${{AWS::Region}}:lambda:path/2015-03-31/functions/${{{id}Function.Arn}}/invocations"
    )
}

/// Where the gateway invokes the function `id` and passes its answer on as it is made.
pub(super) fn streaming_invocation(id: &str) -> String {
    format!(
        "!Sub arn:${{AWS::Partition}}:apigateway:${{AWS::Region}}:lambda:path/2021-11-15/functions/${{{id}Function.Arn}}/response-streaming-invocations"
    )
}

/// Lets the gateway invoke the function `id` for what `source` names in the API: a route or an authorizer.
pub(super) fn permission(id: &str, source: &str) -> String {
    format!(
        r"  {id}Permission:
    Type: AWS::Lambda::Permission
    Properties:
      Action: lambda:InvokeFunction
      FunctionName: !Ref {id}Function
      Principal: apigateway.amazonaws.com
      SourceArn: !Sub arn:${{AWS::Partition}}:execute-api:${{AWS::Region}}:${{AWS::AccountId}}:${{Api}}/{source}
"
    )
}
