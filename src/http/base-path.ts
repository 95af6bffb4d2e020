import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Where clients of agents look for how to be let in: by its standard, in front of the path that we live below. */
const wellKnown = ['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server']

/** How the server reads where a call goes. */
export function baseOptions({ basePath }: Pick<Config, 'basePath'>) {
  return basePath === '' ? {} : { rewriteUrl: withoutBase(basePath) }
}

/** What the router is given: the address without the path that we live below. What is not below it stays as it is, and is refused. */
function withoutBase(basePath: string): (asked: Pick<IncomingMessage, 'url'>) => string {
  return ({ url = '/' }) => {
    const asked = wellKnown.find((each) => url.startsWith(each + basePath))
    if (asked) return asked + url.slice(asked.length + basePath.length)
    const rest = url.startsWith(basePath) ? url.slice(basePath.length) : null
    if (rest === '' || rest?.startsWith('?')) return `/${rest}`
    return rest?.startsWith('/') ? rest : url
  }
}

/** Whether a request is for whatever else lives on the host. */
export function isElsewhere({ basePath }: Pick<Config, 'basePath'>, { raw, originalUrl }: FastifyRequest): boolean {
  return basePath !== '' && raw.url === originalUrl
}
