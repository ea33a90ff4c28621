/** A tool's result in words for a person. Programs ask for JSON and get it unchanged. */
import type { ToolResult } from '#contract/tools/tool'

export function toolResultText(result: ToolResult): string {
  const parts = (result.content ?? []).map((content) => contentText(content))
  const structured = result['structuredContent']
  if (parts.length === 0 && structured !== undefined) parts.push(JSON.stringify(structured, null, 2))
  return parts.map((part) => (part.endsWith('\n') ? part : `${part}\n`)).join('')
}

function contentText(content: unknown): string {
  const { type, text, mimeType, data, uri, name, resource } = Object(content) as Record<string, unknown>
  if (type === 'text' && typeof text === 'string') return text
  if ((type === 'image' || type === 'audio') && typeof data === 'string') {
    return `[${type} ${String(mimeType)}, ${Math.floor((data.length * 3) / 4)} bytes]`
  }
  if (type === 'resource_link') return `[resource ${String(name ?? uri)} ${String(uri)}]`
  if (type === 'resource') {
    const embedded = Object(resource) as Record<string, unknown>
    return typeof embedded['text'] === 'string' ? embedded['text'] : `[resource ${String(embedded['uri'])}]`
  }
  return JSON.stringify(content)
}
