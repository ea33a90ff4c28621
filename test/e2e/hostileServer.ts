/** A server whose every word tries to become more than text in the page: `node test/e2e/hostileServer.ts`. */
import { serve, text, tool } from '#test/servers/support'

export const attacks = [
  '<img src=x onerror="window.hacked = 1">',
  '<script>window.hacked = 1</script>',
  '[click](javascript:window.hacked=1)',
  '<a href="https://example.invalid/">leave</a>',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '"><style>*{display:none}</style>',
].join(' ')

if (process.argv[1]?.endsWith('hostileServer.ts') === true) {
  const attack = tool('attack', attacks, { [attacks]: { type: 'string', description: attacks } }, () => ({
    ...text(attacks),
    structuredContent: { [attacks]: attacks },
  }))
  const words = tool('words', attacks, {}, () => ({ ...text(attacks), structuredContent: { [attacks]: attacks } }))
  const pictures = tool('pictures', attacks, {}, () => ({
    content: [
      { type: 'image', mimeType: 'image/svg+xml', data: btoa('<svg onload="window.hacked = 1"/>') },
      { type: 'image', mimeType: 'image/png', data: '" onerror="window.hacked = 1' },
      { type: 'resource_link', uri: 'javascript:window.hacked=1', name: attacks },
    ],
  }))
  attack.definition['title'] = attacks
  serve({ name: attacks.slice(0, 60), tools: [attack, words, pictures] })
  process.stderr.write(`${attacks}\n`)
  process.stdin.on('end', () => process.exit(0))
}
