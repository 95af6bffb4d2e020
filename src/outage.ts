import type { Logger } from 'pino'
import { AppError } from './errors.ts'

/**
 * PostgreSQL's own words for a connection that ends or cannot begin (class 08, 57P, 25P03), for writes that it does not take now (25006: a standby, a
 * switch-over), for what it has none left of (class 53: room on its disk, memory, places), and for a disk that fails (class 58).
 */
const databaseCodes = /^(08...|53...|58...|57P0[1-5]|25006|25P03)$/
/** Transactions were in each other's way, and this one had to go: nothing of it was done. */
const gaveWay = new Set(['40001', '40P01'])
/** The driver has no codes for what it finds out by itself. */
const driverWords = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
]
/** Of the system: a connection that breaks; a disk that is full, cannot be written or fails; no memory, or no more files. */
const brokenCodes = new Set([
  ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ENOMEM', 'EMFILE', 'ENFILE'],
])
const askAgainSeconds = 5

interface SystemError {
  code?: unknown
  syscall?: unknown
  message?: unknown
  errors?: unknown
}

/**
 * What we stand on, the database or the storage, cannot be reached or does not take what we write: nothing is wrong with what was asked. Failed calls to platforms and to
 * the servers of media never come here as they are.
 */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, syscall, message, errors } = error as SystemError
  // A name with several addresses fails once for each.
  if (Array.isArray(errors)) return errors.length > 0 && errors.every(isOutage)
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true
  if (typeof syscall === 'string') return brokenCodes.has(String(code))
  if (typeof code === 'string') return databaseCodes.test(code) || gaveWay.has(code)
  return typeof message === 'string' && driverWords.some((words) => message.startsWith(words))
}

/** An outage in the words of our own answers; null for any other failure. */
export function asOutage(thrown: unknown): AppError | null {
  if (!isOutage(thrown)) return null
  const text = `The service cannot reach its own database or storage right now, or not write to it. Nothing is lost; ask again in ${askAgainSeconds} s.`
  return new AppError('service_unavailable', text, undefined, { 'retry-after': String(askAgainSeconds) })
}

/** One line when the database goes and one when it is back, whoever notices it how often. */
export function notifyOutages(log: Logger) {
  return {
    onLost: (why: string | null) => {
      const what = why === null ? 'The database is away.' : `The database takes no writes: ${why}.`
      log.error(`${what} Until it is back, calls are answered with 503 and launches wait.`)
    },
    onBack: (awayMs: number) => log.warn(`The database is back after ${(awayMs / 1000).toFixed(1)} s.`),
  }
}
