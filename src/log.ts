import { pino } from 'pino'
import type { Logger } from 'pino'

/** One line of JSON per event, on standard error. Whatever looks like a secret is blanked. */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'authorization',
          'token',
          'accessToken',
          'appSecret',
          '*.authorization',
          '*.token',
          '*.accessToken',
          '*.appSecret',
          'err.config',
        ],
        censor: '[hidden]',
      },
    },
    pino.destination(2),
  )
}
