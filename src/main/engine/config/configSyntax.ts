/**
 * Parses the text of a configuration file into a tree: JSON with comments and trailing commas. Knows nothing about
 * servers.
 */
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { AppError } from '#contract/errors'
import { jsonProblem } from '#contract/pasted/jsonProblem'

export type PathSegment = string | number

/** How deep a file may be nested, because the code that reads the tree is recursive. */
const maxDepth = 512

/** Throws `INVALID_INPUT` with line and column. */
export function parseConfigText(text: string): Node {
  // Some editors put a byte order mark first.
  const json = text.replace(/^\uFEFF/, '')
  const errors: ParseError[] = []
  const root = parsedTree(json, errors)
  const [error] = errors
  if (error !== undefined) throw syntaxError(json, error)
  if (root === undefined) throw new AppError('INVALID_INPUT', 'the file is empty')
  if (nestsDeeper(root, maxDepth)) throw tooDeep()
  return root
}

function nestsDeeper(node: Node, levels: number): boolean {
  if (levels < 0) return true
  // A property is a node between an object and its value.
  const left = node.type === 'property' ? levels : levels - 1
  for (const child of node.children ?? []) if (nestsDeeper(child, left)) return true
  return false
}

function tooDeep(): AppError {
  return new AppError('INVALID_INPUT', `the file is nested more than ${maxDepth} levels deep`)
}

function parsedTree(json: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(json, errors, { allowTrailingComma: true, allowEmptyContent: true })
  } catch (thrown) {
    throw thrown instanceof RangeError ? tooDeep() : thrown
  }
}

function syntaxError(json: string, { error, offset }: ParseError): AppError {
  return new AppError('INVALID_INPUT', jsonProblem(json, printParseErrorCode(error), offset))
}

export interface Member {
  readonly name: string
  readonly value: Node
}

/** The members of an object, in order. If a name occurs twice, the last one counts, as in every JSON parser. */
export function membersOf(node: Node): Map<string, Member> {
  const members = new Map<string, Member>()
  for (const { children } of node.children ?? []) {
    const name: unknown = children?.[0]?.value
    const value = children?.[1]
    if (typeof name === 'string' && value !== undefined) members.set(name, { name, value })
  }
  return members
}

/** The path as a person would write it: `mcpServers.git.args[1]`, `mcpServers["my server"]`. */
export function pathText(path: readonly PathSegment[]): string {
  return path.reduce<string>((text, segment) => {
    if (typeof segment === 'number') return `${text}[${segment}]`
    if (!/^[\p{L}\p{N}_$@/-]+$/u.test(segment)) return `${text}[${JSON.stringify(segment)}]`
    return text === '' ? segment : `${text}.${segment}`
  }, '')
}

/** The value of a node. A key such as `__proto__` is treated like any other. */
export function nodeValue(node: Node | undefined): unknown {
  if (node?.type === 'array') return (node.children ?? []).map(nodeValue)
  if (node?.type !== 'object') return node?.value
  return Object.fromEntries([...membersOf(node)].map(([name, { value }]) => [name, nodeValue(value)]))
}
