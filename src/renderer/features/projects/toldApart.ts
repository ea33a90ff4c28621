/** Makes the names of servers distinct: servers that share a name get their slug added. Pure. */
export function toldApart(servers: readonly { readonly slug: string; readonly name: string }[]): string[] {
  const counts = new Map<string, number>()
  for (const { name } of servers) counts.set(name, (counts.get(name) ?? 0) + 1)
  return servers.map(({ slug, name }) => ((counts.get(name) ?? 0) > 1 ? `${name} (${slug})` : name))
}
