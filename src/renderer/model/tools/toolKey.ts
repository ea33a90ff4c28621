import type { ToolSnapshot } from '#contract/tools/tool'

export type ToolKey = Pick<ToolSnapshot, 'server' | 'name'>

/** Unique across servers. */
export const toolKey = ({ server, name }: ToolKey): string => `${server}/${name}`
