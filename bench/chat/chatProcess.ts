/** The process of one chat measurement: `node --expose-gc chatProcess.ts PHASE`, in a scratch folder. */
import { type ChatPhase, chatPhases } from '#bench/chat/chatPhases'

const [phase = ''] = process.argv.slice(2)
const collect = (): void => globalThis.gc?.()
const figures = await chatPhases[phase as ChatPhase]({ folder: process.cwd(), collect })
process.stdout.write(`${JSON.stringify({ figures })}\n`)
