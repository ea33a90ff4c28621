import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { adminGrant } from '#engine/access/grant'
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import { listRequest, listWhenReady } from '#engine/gateway/lists/lists'
import { FairTurns } from '#engine/gateway/client/fairTurns'

const scope = { kind: 'all' } as const

// Catches a batch of a hundred long lists being written in one turn, which once took 400 ms and 250 MB.
test('lists that are requested together are written over several turns of the event loop', async () => {
  const ends: (() => void)[] = []
  const atTurnEnd = (run: () => void) => void ends.push(run)
  const parts = {
    readiness: { wait: () => Promise.resolve() },
    views: { view: () => ({ toolsJson: 'x'.repeat(1_000) }) },
    turns: { lists: new FairTurns(1_500, atTurnEnd), batches: new FairTurns(1), bodies: new FairTurns(1) },
  } as unknown as GatewayParts
  const tools = listRequest('tools/list')
  if (tools === undefined) throw new Error('tools/list lists nothing')
  let given = 0
  for (let count = 0; count < 5; count += 1)
    void listWhenReady(parts, tools, { grant: adminGrant, search: false }, scope, {}).then(() => (given += 1))
  const byTurn: number[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    await settled()
    byTurn.push(given)
    ends.splice(0).forEach((end) => end())
  }
  expect(byTurn).toEqual([2, 4, 5])
})
