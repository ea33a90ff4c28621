/**
 * Measures the hot path and its peers in one run: `npm run bench -- [--rounds 5] [--quick] [--only KEY,…] [--check]`.
 * `--help` lists the keys. A run of everything in at least 5 rounds writes docs/benchmarks.md. With `--check`, a missed
 * target is an error.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureCalls, type CallFigures, type CallKind } from '#bench/calls/measureCalls'
import { measureCatalog, type CatalogFigures } from '#bench/catalog/measureCatalog'
import { measureProjects, type ProjectsFigures } from '#bench/catalog/measureProjects'
import { chosenOf } from '#bench/chosen'
import type { ChatFigures } from '#bench/chat/chatPhases'
import { measureChat } from '#bench/chat/measureChat'
import type { Gateway } from '#bench/gateways/gateway'
import { installPeers, mcpHub, mcpHubOfMany, mcpProxySse, mcpProxyStream, supergateway } from '#bench/gateways/peers'
import { relay } from '#bench/gateways/relay'
import { builtFolder, switchboard, switchboardOfMany, switchboardUnrecorded } from '#bench/gateways/switchboard'
import { measureHosted, measureIdle, type HostedFigures, type IdleFigures } from '#bench/hosted/measureHosted'
import { measureGateway, type HttpFigures } from '#bench/load/measureGateway'
import { measureGrowth, type GrowthFigures } from '#bench/load/measureGrowth'
import { measureLoop, type LoopFigures } from '#bench/loop/measureLoop'
import { Workspace } from '#bench/machine/workspace'
import { measureList, type ListFigures } from '#bench/many/measureList'
import {
  measureEmptyStart,
  measureKeptStart,
  type EmptyStartFigures,
  type KeptStartFigures,
} from '#bench/many/measureStart'
import { measureDesktop, type DesktopFigures } from '#bench/desktop/measureDesktop'
import { firstLoadGzipBytes } from '#bench/page/firstLoad'
import { measureChatPage, type ChatPageFigures } from '#bench/page/measureChatPage'
import { measureLists, type ListsFigures } from '#bench/page/measureLists'
import { measurePage, type PageFigures } from '#bench/page/measurePage'
import { fullPlan, quickPlan, type Plan } from '#bench/plans'
import { benchmarkDocument } from '#bench/report/document'
import type { FirstLoadFigures, Results } from '#bench/report/results'
import { Rounds } from '#bench/report/rounds'
import { allTables, reasons } from '#bench/report/tables'
import { targets } from '#bench/report/targets'
import { measureSessions, type SessionsFigures } from '#bench/sessions/measureSessions'
import { measureSignIn, type SignInFigures } from '#bench/signIn/measureSignIn'

const maxRunMs = 60 * 60_000
const roundsForTheDocument = 5
const documentFile = join(import.meta.dirname, '..', 'docs', 'benchmarks.md')
const gateways: readonly Gateway[] = [
  relay,
  switchboardUnrecorded,
  switchboard,
  mcpHub,
  mcpProxyStream,
  mcpProxySse,
  supergateway,
]
const manyGateways = [
  { whose: 'hub', gateway: mcpHubOfMany },
  { whose: 'own', gateway: switchboardOfMany },
] as const
const callKinds: readonly CallKind[] = ['line', 'sdk', 'router']
const otherKeys = [
  'thirty',
  'list',
  'loop',
  'catalog',
  'projects',
  'sessions',
  'sign-in',
  'hosted',
  'chat',
  'growth',
  'page',
  'page-lists',
  'desktop',
  'chat-page',
]
const partKeys = [...callKinds, ...gateways.map(({ key }) => key), ...otherKeys]

interface Choice {
  readonly rounds: number
  readonly plan: Plan
  readonly has: (part: string) => boolean
}

async function measure(workspace: Workspace, { rounds, plan, has }: Choice): Promise<Results> {
  const calls = Object.fromEntries(callKinds.map((kind) => [kind, new Rounds<CallFigures>()])) as CallRounds
  const http = gateways.map((gateway) => ({ gateway, taken: new Rounds<HttpFigures>() }))
  const page = new Rounds<PageFigures>()
  const lists = new Rounds<ListsFigures>()
  const desktop = new Rounds<DesktopFigures>()
  const chatPage = new Rounds<ChatPageFigures>()
  const emptyStart = { own: new Rounds<EmptyStartFigures>(), hub: new Rounds<EmptyStartFigures>() }
  const keptStart = new Rounds<KeptStartFigures>()
  const list = { own: new Rounds<ListFigures>(), hub: new Rounds<ListFigures>() }
  const loop = new Rounds<LoopFigures>()
  const catalog = new Rounds<CatalogFigures>()
  const projects = new Rounds<ProjectsFigures>()
  const sessions = new Rounds<SessionsFigures>()
  const signIn = new Rounds<SignInFigures>()
  const hosted = { plain: new Rounds<HostedFigures>(), gvisor: new Rounds<HostedFigures>() }
  const idle = new Rounds<IdleFigures>()
  const chat = new Rounds<ChatFigures>()
  const growth = new Rounds<GrowthFigures>()
  const firstLoad = new Rounds<FirstLoadFigures>()

  for (let round = 0; round < rounds; round++) {
    progress(`round ${round + 1} of ${rounds}`)
    for (const kind of rotated(callKinds, round)) {
      if (has(kind)) await calls[kind].take(() => measureCalls(kind, plan.calls, workspace))
    }
    for (const { gateway, taken } of rotated(http, round)) {
      if (has(gateway.key)) await taken.take(() => measureGateway(gateway, plan.http, workspace))
    }
    for (const { whose, gateway } of rotated(manyGateways, round)) {
      if (has('thirty')) await emptyStart[whose].take(() => measureEmptyStart(gateway, workspace))
      if (has('list')) await list[whose].take(() => measureList(gateway, plan.listings, workspace))
    }
    if (has('thirty')) await keptStart.take(() => measureKeptStart(workspace))
    if (has('loop')) await loop.take(() => measureLoop(plan.loop, workspace))
    if (has('catalog')) await catalog.take(() => measureCatalog(workspace))
    if (has('projects')) await projects.take(() => measureProjects(workspace))
    if (has('sessions')) await sessions.take(() => measureSessions(plan.sessions, workspace))
    if (has('sign-in')) await signIn.take(() => measureSignIn(plan.signIn, workspace))
    if (has('hosted')) await hosted.plain.take(() => measureHosted('plain', plan.hosted, workspace))
    if (has('chat')) await chat.take(() => measureChat(workspace))
    if (has('page')) await page.take(() => measurePage(workspace))
    if (has('page-lists')) await lists.take(() => measureLists(plan.lists, workspace))
    if (has('desktop')) await desktop.take(() => measureDesktop(workspace))
    if (has('chat-page')) await chatPage.take(() => measureChatPage(plan.chatPage, workspace))
  }
  if (has('hosted')) {
    progress('hosted servers')
    await hosted.gvisor.take(() => measureHosted('gvisor', plan.hosted, workspace))
    await idle.take(() => measureIdle(plan.hosted, workspace))
  }
  progress('memory in a long run')
  if (has('growth')) await growth.take(() => measureGrowth(plan.growth, workspace))
  if (has('page')) await firstLoad.take(() => ({ gzipBytes: firstLoadGzipBytes(join(builtFolder, 'renderer')) }))

  return {
    calls: { line: calls.line.outcome(), sdk: calls.sdk.outcome(), router: calls.router.outcome() },
    gateways: http.map(({ gateway, taken }) => ({ gateway, outcome: taken.outcome() })),
    growth: growth.outcome(),
    page: page.outcome(),
    lists: lists.outcome(),
    desktop: desktop.outcome(),
    chatPage: chatPage.outcome(),
    firstLoad: firstLoad.outcome(),
    emptyStart: { own: emptyStart.own.outcome(), hub: emptyStart.hub.outcome() },
    keptStart: keptStart.outcome(),
    list: { own: list.own.outcome(), hub: list.hub.outcome() },
    loop: loop.outcome(),
    catalog: catalog.outcome(),
    projects: projects.outcome(),
    sessions: sessions.outcome(),
    signIn: signIn.outcome(),
    hosted: { plain: hosted.plain.outcome(), gvisor: hosted.gvisor.outcome(), idle: idle.outcome() },
    chat: chat.outcome(),
  }
}

type CallRounds = Record<CallKind, Rounds<CallFigures>>

/** Rotates the order, because in a fixed one each contestant would always run after the same other one. */
function rotated<T>(items: readonly T[], by: number): T[] {
  const start = by % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}

function progress(what: string): void {
  process.stderr.write(`${what}\n`)
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: String(roundsForTheDocument) },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    check: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(
    `npm run bench -- [--rounds ${roundsForTheDocument}] [--quick] [--only KEY,…] [--check]\nKeys: ${partKeys.join(', ')}`,
  )
  process.exit(0)
}
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1 up.')
const has = chosenOf(values.only, partKeys)

await installPeers()
const workspace = await Workspace.open()
const stop = (why: string): void => {
  progress(why)
  void workspace.close().finally(() => process.exit(1))
}
const limit = setTimeout(() => stop('The run took too long.'), maxRunMs)
process.once('uncaughtException', (thrown) => stop(String(thrown)))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(`Ended by ${signal}.`))

try {
  const plan = values.quick ? quickPlan : fullPlan
  const results = await measure(workspace, { rounds, plan, has })
  console.log(allTables(results).join('\n\n'))
  for (const reason of reasons(results)) console.log(`- ${reason}`)
  if (!values.quick && values.only === undefined && rounds >= roundsForTheDocument) {
    await writeFile(documentFile, benchmarkDocument(results, rounds))
  }
  if (values.check && targets(results).some(({ met }) => !met)) process.exitCode = 1
} finally {
  clearTimeout(limit)
  await workspace.close()
}
