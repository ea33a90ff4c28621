import type { ToolSnapshot } from '#contract/tools/tool'

export type ToolKey = Pick<ToolSnapshot, 'server' | 'name'>

/** A key that is unique across servers. */
export const toolKey = ({ server, name }: ToolKey): string => `${server}/${name}`
