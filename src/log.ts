import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

/** One line of JSON per event, on standard error unless told otherwise. Whatever looks like a secret is blanked. */
export function createLog(level: string, to: DestinationStream = pino.destination(2)): Logger {
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
    to,
  )
}
