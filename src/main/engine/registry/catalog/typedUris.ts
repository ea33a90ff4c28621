/**
 * Rewrites every field that the protocol defines as a URI, and nothing else. Text, arguments and structuredContent
 * are never touched. A value without URIs is returned as the same object. Pure.
 */
import { isObject, type JsonObject } from '#contract/jsonRpc/jsonObject'

type Rewrite = (uri: string) => string
/** An entry of `resources/list`, or one of the contents of `resources/read`. */
export function rewriteResource(resource: unknown, rewrite: Rewrite): unknown {
  return isObject(resource) ? withUri(resource, 'uri', rewrite) : resource
}

/** The result of `tools/call`. */
export function rewriteToolResult(result: JsonObject, rewrite: Rewrite): JsonObject {
  return withEach(result, 'content', (block) => rewriteContent(block, rewrite))
}

/** The result of `resources/read`. */
export function rewriteReadResult(result: JsonObject, rewrite: Rewrite): JsonObject {
  return withEach(result, 'contents', (contents) => rewriteResource(contents, rewrite))
}

/** The result of `prompts/get`. */
export function rewritePromptResult(result: JsonObject, rewrite: Rewrite): JsonObject {
  return withEach(result, 'messages', (message) => {
    if (!isObject(message)) return message
    const { content } = message
    const next = Array.isArray(content)
      ? mapped(content, (block) => rewriteContent(block, rewrite))
      : rewriteContent(content, rewrite)
    return next === content ? message : { ...message, content: next }
  })
}

/** The `_meta` of a tool, which names the page that shows its result. */
export function rewriteToolMeta(meta: JsonObject, rewrite: Rewrite): JsonObject {
  const flat = withUri(meta, 'ui/resourceUri', rewrite)
  const { ui } = flat
  if (!isObject(ui)) return flat
  const next = withUri(ui, 'resourceUri', rewrite)
  return next === ui ? flat : { ...flat, ui: next }
}

function rewriteContent(block: unknown, rewrite: Rewrite): unknown {
  if (!isObject(block)) return block
  if (block['type'] === 'resource_link') return withUri(block, 'uri', rewrite)
  if (block['type'] !== 'resource' || !isObject(block['resource'])) return block
  const resource = withUri(block['resource'], 'uri', rewrite)
  return resource === block['resource'] ? block : { ...block, resource }
}

function withUri(fields: JsonObject, key: string, rewrite: Rewrite): JsonObject {
  const uri = fields[key]
  return typeof uri === 'string' ? { ...fields, [key]: rewrite(uri) } : fields
}

function withEach(fields: JsonObject, key: string, change: (entry: unknown) => unknown): JsonObject {
  const list = fields[key]
  if (!Array.isArray(list)) return fields
  const next = mapped(list, change)
  return next === list ? fields : { ...fields, [key]: next }
}

function mapped(list: readonly unknown[], change: (entry: unknown) => unknown): readonly unknown[] {
  const next = list.map(change)
  return next.some((entry, index) => entry !== list[index]) ? next : list
}
