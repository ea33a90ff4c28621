/** The error code that Node gives a failed exchange. Pure. */

/** The code; empty if there is none. If several addresses of one name were tried, that of the first failure. */
export function failureCode(cause: unknown): string {
  if (!(cause instanceof Error)) return ''
  if ('code' in cause && typeof cause.code === 'string') return cause.code
  return cause instanceof AggregateError ? failureCode(cause.errors[0]) : ''
}

export function isCertificateCode(code: string): boolean {
  return /CERT|ISSUER|VERIFY_LEAF|ERR_TLS_CERT/.test(code) && code !== 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'
}
