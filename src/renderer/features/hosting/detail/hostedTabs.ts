const hostedTabs = ['overview', 'log', 'setup'] as const
export type HostedTab = (typeof hostedTabs)[number]

export function hostedSearch(search: Record<string, unknown>): { tab?: HostedTab } {
  const tab = hostedTabs.find((one) => one === search['tab'])
  return tab === undefined ? {} : { tab }
}
