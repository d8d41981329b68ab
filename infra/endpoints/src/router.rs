//! The routes as `cargo lambda watch` wants them, in the workspace's manifest.

use std::collections::BTreeMap;

use web::Endpoint;

/// What starts the generated end of the manifest.
const MARK: &str = "do not edit below.\n";

/// `manifest` with its last table, the routes, written anew; none where it has no such table.
#[must_use]
pub fn watch_routes(manifest: &str, endpoints: &[Endpoint]) -> Option<String> {
    let kept = &manifest[..manifest.rfind(MARK)? + MARK.len()];
    let mut routes: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for endpoint in endpoints {
        let route = format!("{{ method = \"{}\", function = \"{}\" }}", endpoint.method, endpoint.name);
        routes.entry(endpoint.path).or_default().push(route);
    }
    let routes = routes.iter().map(|(path, routes)| format!("\"{path}\" = [{}]\n", routes.join(", ")));
    Some(format!("{kept}[workspace.metadata.lambda.watch.router]\n{}", routes.collect::<Vec<_>>().concat()))
}
