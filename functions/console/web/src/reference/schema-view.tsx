/** A schema as a list of its fields; what a field holds unfolds in its place. */

import { nameOf, type OpenApi, type Schema, typeWords, unwrapped } from "./document";
import { Prose } from "./prose";

interface Props {
  api: OpenApi;
  schema: Schema;
  /** Names of the schemas around this one: one that holds itself is not unfolded again. */
  within?: string[];
}

export function SchemaView({ api, schema, within = [] }: Props) {
  const plain = unwrapped(api, schema);
  const inside = [...within, nameOf(schema)].filter((name) => name !== null);
  const variants = plain.oneOf ?? plain.anyOf;
  if (plain.type === "array" && plain.items !== undefined) {
    return <SchemaView api={api} schema={plain.items} within={inside} />;
  }
  if (variants !== undefined && plain.properties === undefined) {
    return (
      <ul class="variants">
        {variants.map((variant, index) => (
          <li key={index}>
            <p class="hint">{nameOf(variant) ?? `Form ${index + 1}`}</p>
            <Prose text={unwrapped(api, variant).description} />
            <SchemaView api={api} schema={variant} within={inside} />
          </li>
        ))}
      </ul>
    );
  }
  if (plain.properties === undefined) return <Values schema={plain} />;
  return (
    <dl class="fields">
      {Object.entries(plain.properties).map(([name, field]) => (
        <Field key={name} api={api} name={name} field={field} isRequired={plain.required?.includes(name) ?? false} within={inside} />
      ))}
    </dl>
  );
}

function Field({ api, name, field, isRequired, within }: { api: OpenApi; name: string; field: Schema; isRequired: boolean; within: string[] }) {
  const plain = unwrapped(api, field);
  return (
    <div class="field-row">
      <dt>
        <code>{name}</code>
        {isRequired ? <span class="required">required</span> : null}
        <span class="field-type">{typeWords(api, field)}</span>
      </dt>
      <dd>
        <Prose text={field.description ?? plain.description} />
        <Values schema={plain} />
        {plain.default === undefined ? null : (
          <p class="hint">
            Default <code>{JSON.stringify(plain.default)}</code>
          </p>
        )}
        <Unfolding api={api} field={field} within={within} />
      </dd>
    </div>
  );
}

function Unfolding({ api, field, within }: { api: OpenApi; field: Schema; within: string[] }) {
  const plain = unwrapped(api, field);
  const inner = plain.type === "array" && plain.items !== undefined ? plain.items : field;
  const innerPlain = unwrapped(api, inner);
  const name = nameOf(inner);
  const holdsFields =
    innerPlain.properties !== undefined || innerPlain.oneOf !== undefined || innerPlain.anyOf !== undefined;
  if (!holdsFields || (name !== null && within.includes(name))) return null;
  return (
    <details>
      <summary>{name ?? "Fields"}</summary>
      <SchemaView api={api} schema={inner} within={within} />
    </details>
  );
}

const Values = ({ schema }: { schema: Schema }) =>
  schema.enum === undefined ? null : (
    <p class="values">
      {schema.enum
        .filter((value) => value !== null)
        .map((value) => (
          <code key={String(value)}>{String(value)}</code>
        ))}
    </p>
  );
