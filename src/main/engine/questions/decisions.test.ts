import { expect, test } from 'vitest'
import { Decisions } from '#engine/questions/decisions'
import type { DecisionRow, DecisionStore } from '#engine/store/decisionStore'

const denial = {
  effect: 'deny',
  serverId: 's',
  toolName: 'write',
  scope: 'always',
  projectId: null,
  conversationId: null,
  pattern: null,
  seen: null,
} as const

function decisionsOver(rows: DecisionRow[]) {
  let reads = 0
  const store: DecisionStore = {
    async list() {
      reads += 1
      if (reads > 100) throw new Error('The decisions are read without an end.')
      return [...rows]
    },
    async insert(row) {
      rows.push(row)
    },
    async remove(ids) {
      rows.splice(0, rows.length, ...rows.filter(({ id }) => !ids.includes(id)))
    },
    firstUses: async () => [],
    keepFirstUse: async () => undefined,
    reprint: async () => undefined,
    removeOrphans: async () => undefined,
  }
  const running: Promise<unknown>[] = []
  const background = { run: (_what: string, work: () => Promise<unknown>) => void running.push(work()) }
  const drained = async () => {
    while (running.length > 0) await running.shift()
  }
  const decisions = new Decisions({
    store,
    nativeId: 'native',
    slugOf: (id) => id,
    isOutdated: () => false,
    publish: () => undefined,
    background,
    clock: { now: () => 1 } as never,
    makeId: () => 'made here',
  })
  return { decisions, drained }
}

// Catches two reloads that wait for each other, so that the engine keeps reading and never closes.
test('simultaneous reloads end, with the stored decisions', async () => {
  const { decisions, drained } = decisionsOver([{ ...denial, id: 'of another engine', decidedAt: 1 }])
  await Promise.all([decisions.reload(), decisions.reload(), decisions.reload()])
  await drained()
  expect(decisions.hasDenials).toBe(true)
})

// Catches a reload that drops a decision that was made during the reload and is not stored yet.
test('a decision that is made during a reload stays', async () => {
  const { decisions, drained } = decisionsOver([{ ...denial, id: 'of another engine', decidedAt: 1 }])
  const reloads = [decisions.reload(), decisions.reload()]
  decisions.remember({ ...denial, toolName: 'delete' })
  await Promise.all(reloads)
  expect(decisions.about('s', 'delete')).toHaveLength(1)
  await drained()
  expect(
    decisions
      .list()
      .map(({ tool }) => tool)
      .toSorted(),
  ).toEqual(['delete', 'write'])
})
