/** One server that two projects launch differently, so that its tool differs between them. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AnswerInput } from '#contract/question'
import { newProject } from '#contract/project'
import { newServer } from '#contract/servers/server'
import { chat, asking, unasked } from '#test/integration/questions/asking'
import type { Caller } from '#engine/router/call'
import { createSealedFileVault } from '#engine/secrets/vaults/sealedFileVault'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { startTestEngine, testServer } from '#test/support/testEngine'

const changed = 'changed'

async function startLaunches() {
  const folder = await temporaryFolder()
  const vault = createSealedFileVault(join(folder, 'secrets.sealed'), 'key')
  const engine = await startTestEngine({}, { vault })
  const left = new AbortController()
  await engine.questions.attend(left.signal).next()
  const ids = { first: 'default', second: '' }
  ids.second = (await engine.projects.add(newProject.parse({ name: 'Second' }))).id
  const say = (project: keyof typeof ids, words: string) => writeFile(join(folder, project), words)
  for (const project of ['first', 'second'] as const) {
    await say(project, `Writes a file of the ${project}.`)
    await engine.secrets.set({ projectId: ids[project] }, 'WORDS', join(folder, project))
  }
  await engine.servers.add(newServer.parse({ name: 'files', launch: testServer('changing', '--words', '${WORDS}') }))
  await engine.pairs.put(ids.second, 'files', { enabled: true })
  const { question, answer } = asking(engine, '')
  const scopeOf = (project: keyof typeof ids) => ({ kind: 'project', projectId: ids[project] }) as const
  for (const project of ['first', 'second'] as const) await engine.registry.use(scopeOf(project))
  const call = (project: keyof typeof ids, caller: Caller = unasked) =>
    engine.router.callTool(scopeOf(project), { params: { name: 'write', arguments: {} }, caller })
  /** Makes a call and answers its question. Fails if there is no question. */
  const callAsked = async (project: keyof typeof ids, given: AnswerInput, caller: Caller = unasked) => {
    const calling = call(project, caller)
    const { body } = await question()
    await answer(given)
    await calling
    return body
  }
  return {
    engine,
    say,
    call,
    callAsked,
    restart: async (project: keyof typeof ids) => {
      const connection = engine.registry.connection('files', ids[project])
      await connection.restart()
      await connection.settled()
    },
    isChanged: (project: keyof typeof ids) =>
      engine.registry
        .inSight(scopeOf(project))
        .some(({ pairId, name }) => name === 'write' && engine.isChanged(pairId, name)),
  }
}

// Catches a tool that counts as changed for ever in one project because it differs in the other.
test('[R23] the first use of a tool belongs to its launch; a new launch is judged by first uses elsewhere', async () => {
  const { engine, say, call, callAsked, restart, isChanged } = await startLaunches()
  await engine.settings.update({ changedTools: 'ask' })
  await call('first')
  expect([isChanged('first'), isChanged('second')]).toEqual([false, true])
  const body = await callAsked('second', { kind: 'allow' })
  expect(body.reason).toBe(changed)
  expect(body.tool.description).toBe('Writes a file of the second.')
  // A person allowed this definition, so it is the second launch's first use, and has not changed since.
  expect([isChanged('first'), isChanged('second')]).toEqual([false, false])
  await call('second')
  await call('first')
  await say('first', 'Writes a file of the second.')
  await restart('first')
  expect([isChanged('first'), isChanged('second')]).toEqual([true, false])
  expect((await callAsked('first', { kind: 'allow' })).reason).toBe(changed)
  await call('second')
})

// Catches two allowances that replace each other, and a list that calls one of them outdated.
test('[R23] a tool that is always allowed for one launch stays allowed when the tool of another launch is allowed', async () => {
  const { engine, say, call, callAsked, restart } = await startLaunches()
  for (const project of ['first', 'second'] as const)
    await callAsked(project, { kind: 'allow', remember: 'always' }, chat)
  await call('first', chat)
  await call('second', chat)
  expect(engine.decisions.list().map(({ outdated }) => outdated)).toEqual([false, false])
  await say('first', 'Deletes all.')
  await restart('first')
  expect(engine.decisions.list().map(({ outdated }) => outdated)).toEqual([false, true])
  await callAsked('first', { kind: 'allow', remember: 'always' }, chat)
  // Only the outdated decision is replaced.
  expect(engine.decisions.list().map(({ outdated }) => outdated)).toEqual([false, false])
})

// Catches a project's decision that is judged by what the server lists in another project.
test('[R23] an allowance for a project becomes outdated only by what the server lists in that project', async () => {
  const { engine, say, callAsked, restart } = await startLaunches()
  await callAsked('first', { kind: 'allow', remember: 'project' }, chat)
  await say('second', 'Writes a file of the first.')
  await restart('second')
  await say('first', 'Deletes all.')
  await restart('first')
  expect(engine.decisions.list()).toMatchObject([{ projectId: 'default', outdated: true }])
})
