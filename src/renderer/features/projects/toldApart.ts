/** The names of servers as they are told apart: those of one name with their slugs. Pure. */
export function toldApart(servers: readonly { readonly slug: string; readonly name: string }[]): string[] {
  const counts = new Map<string, number>()
  for (const { name } of servers) counts.set(name, (counts.get(name) ?? 0) + 1)
  return servers.map(({ slug, name }) => ((counts.get(name) ?? 0) > 1 ? `${name} (${slug})` : name))
}
