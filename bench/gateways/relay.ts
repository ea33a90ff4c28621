/** The relay that is the floor of the comparison, started like a gateway. */
import { fileURLToPath } from 'node:url'
import { serverScript, startDeadlineMs, type Gateway } from '#bench/gateways/gateway'

export const relay: Gateway = {
  key: 'floor',
  title: 'floor (relay without checks)',
  wire: 'POST, answers as JSON',
  async start(workspace) {
    const folder = await workspace.makeFolder()
    const script = fileURLToPath(import.meta.resolve('#bench/servers/relay'))
    const process = workspace.start({ args: [script, serverScript], folder })
    const port = await process.waitForLine(/"url":"http:\/\/127\.0\.0\.1:(\d+)"/, startDeadlineMs)
    return { process, endpoint: { port: Number(port), path: '/', wire: 'streamable', token: null } }
  },
}
