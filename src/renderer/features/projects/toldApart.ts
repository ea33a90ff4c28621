/** Names of servers made distinct: those that share a name get their slugs. Pure. */
export function toldApart(servers: readonly { readonly slug: string; readonly name: string }[]): string[] {
  const counts = new Map<string, number>()
  for (const { name } of servers) counts.set(name, (counts.get(name) ?? 0) + 1)
  return servers.map(({ slug, name }) => ((counts.get(name) ?? 0) > 1 ? `${name} (${slug})` : name))
}
