/** The process in which one thing is measured of the chat: `node --expose-gc chatProcess.ts PHASE`, in a folder to fill. */
import { type ChatPhase, chatPhases } from '#bench/chat/chatPhases'

const [phase = ''] = process.argv.slice(2)
const collect = (): void => globalThis.gc?.()
const figures = await chatPhases[phase as ChatPhase]({ folder: process.cwd(), collect })
process.stdout.write(`${JSON.stringify({ figures })}\n`)
