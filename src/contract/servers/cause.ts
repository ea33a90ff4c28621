/** Well-known causes of a failure: a code that does not change, and what a repair of it has to know. */
import { z } from 'zod'

export const causeCode = z.enum([
  'another-copy-runs',
  'answer-too-large',
  'arguments-wrong',
  'browser-missing',
  'certificate-not-trusted',
  'command-missing',
  'command-on-login-path',
  'configuration-invalid',
  'connection-refused',
  'credentials-refused',
  'does-not-speak-mcp',
  'disk-full',
  'docker-image-missing',
  'docker-not-permitted',
  'docker-not-running',
  'docker-wants-terminal',
  'ended-at-once',
  'ended-by-signal',
  'ended-without-reason',
  'fetch-too-slow',
  'file-missing',
  'host-not-found',
  'interpreter-missing',
  'library-missing',
  'libc-too-old',
  'module-format',
  'module-missing',
  'native-module-mismatch',
  'not-executable',
  'offline',
  'out-of-memory',
  'package-not-found',
  'package-version-not-found',
  'package-without-command',
  'permission-denied',
  'port-taken',
  'prints-on-stdout',
  'program-missing',
  'registry-sign-in',
  'registry-unreachable',
  'runtime-too-old',
  'script-missing',
  'secret-missing',
  'server-floods',
  'serves-http',
  'sign-in-needed',
  'syntax-error',
  'tools-quarantined',
  'variable-missing',
  'windows-line-ends',
  'wrong-architecture',
])
export type CauseCode = z.infer<typeof causeCode>

/** What the cause is about, as far as it could be read; a repair fills its form with it. */
const causeFacts = z
  .object({
    /** Of the environment, or of a secret: `ACME_TOKEN`. */
    variable: z.string(),
    /** A program that is wanted: `uvx`. */
    command: z.string(),
    /** Of a registry, with the version if that matters: `@acme/server@9.9.9`. */
    package: z.string(),
    module: z.string(),
    file: z.string(),
    library: z.string(),
    port: z.string(),
    host: z.string(),
    url: z.string(),
    /** That is asked for. */
    version: z.string(),
    /** Of a package: `start`. */
    script: z.string(),
    signal: z.string(),
  })
  .partial()
export type CauseFacts = z.infer<typeof causeFacts>

export const cause = z.object({ code: causeCode, about: causeFacts })
export type Cause = z.infer<typeof cause>

/** A cause with what a person does about it, in words. */
export const advice = cause.extend({ text: z.string() })
export type Advice = z.infer<typeof advice>
