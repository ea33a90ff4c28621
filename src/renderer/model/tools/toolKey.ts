import type { ToolSnapshot } from '#contract/tools/tool'

export type ToolKey = Pick<ToolSnapshot, 'server' | 'name'>

/** Tells it from the tools of all other servers. */
export const toolKey = ({ server, name }: ToolKey): string => `${server}/${name}`
