/** A failure's well-known causes: a stable code, and the facts that a repair needs. */
import { z } from 'zod'

export const causeCode = z.enum([
  'address-wrong',
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
  'file-system-read-only',
  'folder-missing',
  'header-missing',
  'header-refused',
  'host-not-found',
  'interpreter-missing',
  'library-missing',
  'limit-not-enforceable',
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
  'process-limit',
  'program-missing',
  'registry-sign-in',
  'registry-unreachable',
  'runtime-missing',
  'runtime-too-old',
  'script-missing',
  'secret-missing',
  'server-floods',
  'serves-http',
  'sign-in-needed',
  'syntax-error',
  'tools-quarantined',
  'unresponsive',
  'variable-missing',
  'windows-line-ends',
  'wrong-architecture',
])
export type CauseCode = z.infer<typeof causeCode>

/** What the cause is about, as far as known. A repair fills its form with these facts. */
const causeFacts = z
  .object({
    /** The name of an environment variable, or of a secret: `ACME_TOKEN`. */
    variable: z.string(),
    /** The missing program: `uvx`. */
    command: z.string(),
    /** A package in a registry, with the version if that matters: `@acme/server@9.9.9`. */
    package: z.string(),
    module: z.string(),
    file: z.string(),
    library: z.string(),
    port: z.string(),
    host: z.string(),
    url: z.string(),
    /** The required version. */
    version: z.string(),
    /** A script of a package: `start`. */
    script: z.string(),
    signal: z.string(),
    /** The name of an HTTP header: `Authorization`. */
    header: z.string(),
    /** What the header's value begins with: `Bearer`. */
    scheme: z.string(),
    /** Where the launch refers to what is missing: `env.TOKEN`, `args[1]`. */
    place: z.string(),
    /** The id of the project whose secret is missing. */
    project: z.string(),
  })
  .partial()
export type CauseFacts = z.infer<typeof causeFacts>

export const cause = z.object({ code: causeCode, about: causeFacts })
export type Cause = z.infer<typeof cause>

/** A cause with advice for a person. */
export type Advice = Cause & { readonly text: string }
