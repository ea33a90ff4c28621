/**
 * Every attack, in the order they run. To add one, add a file beside the others of the same attacker, and a line here.
 */
import type { Attack } from '#bench/attack/attack'
import { costlySearches } from '#bench/attack/client/costlySearches'
import { floods } from '#bench/attack/client/floods'
import { heldStreams } from '#bench/attack/client/heldStreams'
import { reachedSettings } from '#bench/attack/client/reachedSettings'
import { slippedLimit } from '#bench/attack/client/slippedLimit'
import { strangeBodies } from '#bench/attack/client/strangeBodies'
import { stretchedAllowance } from '#bench/attack/client/stretchedAllowance'
import { unreadAnswers } from '#bench/attack/client/unreadAnswers'
import { damagedLock, forgedLedger, looseFolder, movedDatabase } from '#bench/attack/file/damagedFolder'
import { hiddenCode } from '#bench/attack/file/hiddenCode'
import { deadTerminal, printedToken, shortToken } from '#bench/attack/file/hostTerminal'
import { squattedSocket } from '#bench/attack/file/squattedSocket'
import { foreignPages } from '#bench/attack/stranger/foreignPages'
import { halfRequests } from '#bench/attack/stranger/halfRequests'
import { nothing } from '#bench/attack/stranger/nothing'
import { pipelinedFloods } from '#bench/attack/stranger/pipelinedFloods'
import { refusedUpgrades } from '#bench/attack/stranger/refusedUpgrades'
import { eventFlood } from '#bench/attack/server/eventFlood'
import { paintedTerminal } from '#bench/attack/server/paintedTerminal'
import {
  endlessListings,
  escapedChildren,
  hugeListings,
  noise,
  unreadQuestions,
} from '#bench/attack/server/stdioAttacks'
import { toldSecrets } from '#bench/attack/server/toldSecrets'

export const attacks: readonly Attack[] = [
  nothing,
  refusedUpgrades,
  halfRequests,
  pipelinedFloods,
  foreignPages,
  costlySearches,
  slippedLimit,
  floods,
  unreadAnswers,
  heldStreams,
  strangeBodies,
  reachedSettings,
  stretchedAllowance,
  hugeListings,
  endlessListings,
  unreadQuestions,
  noise,
  eventFlood,
  toldSecrets,
  paintedTerminal,
  hiddenCode,
  squattedSocket,
  deadTerminal,
  printedToken,
  shortToken,
  forgedLedger,
  damagedLock,
  looseFolder,
  movedDatabase,
  // Comes last, because the processes that it leaves are looked for after the engine has exited.
  escapedChildren,
]
