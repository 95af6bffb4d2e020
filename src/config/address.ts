import { z } from 'zod'
import { ConfigError } from './error.ts'

/** Where we listen, and where callers find us. */
export const addressSettings = {
  PORT: { default: '8080', about: 'port of the API' },
  HOST: { default: '127.0.0.1', about: 'address to listen on; 0.0.0.0 for every interface' },
  PUBLIC_URL: { default: 'http://HOST:PORT', about: 'address under which callers reach the API' },
  BASE_PATH: {
    default: 'none',
    about: 'path below which everything is served, such as /ads; a proxy in front passes it on as it is',
  },
} as const

const maxPathLength = 100
/** What no proxy, browser or page writes in another way. */
const plainPath = /^(?:\/[A-Za-z0-9._~-]+)+$/
const upwards = /\/\.{1,2}(?:\/|$)/
const pathRule = `begin with / and end without one, with letters, digits and - . _ ~ between, at most ${maxPathLength} characters`

function isPlainPath(path: string): boolean {
  return path.length <= maxPathLength && plainPath.test(path) && !upwards.test(path)
}

export const port = z.coerce
  .number('must be a port number')
  .int('must be a port number')
  .min(0, 'must be a port number')
  .max(65535, 'must be at most 65535')
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

export const addressEnvironment = {
  PORT: port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: httpUrl
    .refine((url) => !/[?#]/.test(url), 'must be an address without ? and #')
    .refine((url) => pathIn(url) === '' || isPlainPath(pathIn(url)), `its path must ${pathRule}`)
    .optional(),
  BASE_PATH: z.string().refine(isPlainPath, `must ${pathRule}`).optional(),
}

export interface AddressConfig {
  port: number
  host: string
  publicUrl: string | null
  /** Empty: there is none. */
  basePath: string
}

interface Given {
  PORT: number
  HOST: string
  PUBLIC_URL?: string
  BASE_PATH?: string
  INTERNAL_URL?: string
}

export function readAddress(env: Given): AddressConfig {
  const { BASE_PATH: basePath = '', PUBLIC_URL: publicUrl, INTERNAL_URL: internalUrl } = env
  requireBelow(basePath, 'PUBLIC_URL', publicUrl)
  if (internalUrl !== 'off') requireBelow(basePath, 'INTERNAL_URL', internalUrl)
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: publicUrl ? new URL(publicUrl).href.replace(/\/+$/, '') : null,
    basePath,
  }
}

function requireBelow(basePath: string, name: string, url: string | undefined): void {
  if (basePath === '' || url === undefined || pathIn(url) === basePath) return
  const wanted = `${new URL(url).origin}${basePath}`
  throw new ConfigError(`Wrong setting. ${name} and BASE_PATH must agree: ${name} would be ${wanted}.`)
}

/** The path of an address, without a slash at its end; empty: it has none. */
export function pathIn(url: string): string {
  return new URL(url).pathname.replace(/\/+$/, '')
}

/** Where a server on this machine is called. */
export function localUrl(host: string, at: number | string, basePath = ''): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${at}${basePath}`
}

/** Where we are called where no PUBLIC_URL is set. */
export function usualUrl({ host, port: at, basePath }: AddressConfig): string {
  return localUrl(host, at, basePath)
}
