const detailTabs = ['tools', 'offers', 'log', 'sign-in', 'details'] as const
export type DetailTab = (typeof detailTabs)[number]

export function detailTab(value: unknown): DetailTab | undefined {
  return detailTabs.find((tab) => tab === value)
}
