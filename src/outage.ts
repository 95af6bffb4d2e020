import type { Logger } from 'pino'
import { AppError } from './errors.ts'

/** PostgreSQL's own words for a connection that ends or cannot begin; class 08 is all of that kind. */
const databaseCodes = new Set(['57P01', '57P02', '57P03', '53300'])
/** The driver has no codes for what it finds out by itself. */
const driverWords = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
]
const brokenCodes = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
const askAgainSeconds = 5

interface SystemError {
  code?: unknown
  syscall?: unknown
  message?: unknown
  errors?: unknown
}

/**
 * What we stand on, the database or the storage, cannot be reached: nothing is wrong with what was asked. Failed calls to platforms and to
 * the servers of media never come here as they are.
 */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, syscall, message, errors } = error as SystemError
  // A name with several addresses fails once for each.
  if (Array.isArray(errors)) return errors.length > 0 && errors.every(isOutage)
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true
  if (typeof syscall === 'string') return brokenCodes.has(String(code))
  if (typeof code === 'string') return databaseCodes.has(code) || /^08...$/.test(code)
  return typeof message === 'string' && driverWords.some((words) => message.startsWith(words))
}

/** An outage in the words of our own answers; null for any other failure. */
export function asOutage(thrown: unknown): AppError | null {
  if (!isOutage(thrown)) return null
  const text = `The service cannot reach its own database or storage right now. Nothing is lost; ask again in ${askAgainSeconds} s.`
  return new AppError('service_unavailable', text, undefined, { 'retry-after': String(askAgainSeconds) })
}

/** One line when the database goes and one when it is back, whoever notices it how often. */
export function tellOutages(log: Logger) {
  return {
    onLost: () => log.error('The database is away. Until it is back, calls are answered with 503 and launches wait.'),
    onBack: (awayMs: number) => log.warn(`The database is back after ${(awayMs / 1000).toFixed(1)} s.`),
  }
}
