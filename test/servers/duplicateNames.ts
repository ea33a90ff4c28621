/**
 * A server that lists one name twice, and names that differ only in case or in characters that a client would replace.
 */
import { serve, text, tool } from '#test/servers/support'

const names = ['search', 'search', 'Search', 'search.all', 'search_all', 'search all', 's'.repeat(100)]

serve({
  name: 'duplicate-names',
  tools: names.map((name, index) => tool(name, `Number ${index + 1}.`, {}, () => text(`number ${index + 1}`))),
})
process.stdin.on('end', () => process.exit(0))
