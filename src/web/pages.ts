import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { rootOf } from '../http/docs/docs.ts'
import { askedPathOf, pathOf } from '../http/failures.ts'
import type { Pages } from '../http/server.ts'
import { languageRead } from '../languages/languages.ts'
import { required } from '../lookup.ts'
import type { Dashboard } from './dashboard.ts'
import { packingFor, wantsPage } from './encodings.ts'
import { pageHeadersFor } from './policy.ts'
import type { PictureSources } from './policy.ts'
import type { Site, SiteFile } from './site.ts'
import { malformedPage } from './malformed-page.ts'
import { reloadPath, reloadScript, waitingPage } from './waiting-page.ts'
import type { BuildProgress } from './waiting-page.ts'

interface PageParts {
  dashboard: Dashboard
  /** First words of the addresses that belong to the service. */
  taken: ReadonlySet<string>
  sources: () => PictureSources
}

/** People alone open what lies there, also what is mistyped. */
const ofConsents = 'connect'

const forever = 'public, max-age=31536000, immutable'

/** The dashboard at every address that is not the service's own, for whoever wants a page. */
export function dashboardPages({ dashboard, taken, sources }: PageParts): Pages {
  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining']) reply.removeHeader(name)
    const shown = await dashboard.look()
    const path = pathOf(request)
    if (isAsset(path)) return sendAsset(request, reply, shown)
    const scripts = isSite(shown) ? shown.scripts : []
    const headers = pageHeadersFor(sources(), scripts)
    void reply.headers({ ...headers, 'content-type': 'text/html; charset=utf-8', vary: 'accept' })
    const root = rootOf(sources())
    return isSite(shown)
      ? sendPage(request, reply, withRoot(shown.page, root))
      : sendWaiting(reply, waitingPage(shown, root, languageRead(request.headers['accept-language'])))
  }

  return {
    takes(request) {
      const path = pathOf(request)
      if (isAsset(path)) return true
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      if (!wantsPage(request.headers.accept)) return false
      return isOwnPage(path) || (request.is404 && isFree(path))
    },
    answer,
    answerMalformed(request, reply) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      if (!wantsPage(request.headers.accept)) return false
      for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining']) reply.removeHeader(name)
      const closed = { 'content-type': 'text/html; charset=utf-8', vary: 'accept', 'cache-control': 'no-store' }
      void reply
        .status(400)
        .headers({ ...pageHeadersFor(sources()), ...closed })
        .send(malformedPage(rootOf(sources()), languageRead(request.headers['accept-language'])))
      return true
    },
  }

  function isFree(path: string): boolean {
    const first = path.split('/')[1] ?? ''
    return (!taken.has(first) || first === ofConsents) && !first.includes('.')
  }
}

function isAsset(path: string): boolean {
  return path.startsWith('/assets/')
}

/**
 * Where the service answers too: programs at the bare address, links to approvals, which end in no number, and the way back from a
 * platform, which lies below the page that leads there; and where an assistant sends its person to be asked.
 */
function isOwnPage(path: string): boolean {
  if (path === '/oauth/authorize') return true
  return path === '/' || /^\/approvals\/\d{1,15}\/?$/.test(path) || /^\/connect\/[a-z-]{1,40}\/?$/.test(path)
}

function isSite(shown: Site | BuildProgress): shown is Site {
  return 'page' in shown
}

/** Behind a proxy we may live below a path. */
function withRoot(page: string, root: string): string {
  return page
    .replaceAll('="./assets/', `="${root}/assets/`)
    .replace('name="root" content=""', `name="root" content="${root}"`)
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 27)}"`
  void reply.headers({ 'cache-control': 'no-cache', etag })
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes(etag) ? reply.status(304).send() : reply.send(page)
}

function sendWaiting(reply: FastifyReply, page: string): FastifyReply {
  return reply.status(503).headers({ 'cache-control': 'no-store', 'retry-after': '2' }).send(page)
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, shown: Site | BuildProgress): FastifyReply {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const text = `${askedPathOf(request)} does not take ${request.method}. It takes GET, HEAD.`
    throw new AppError('method_not_allowed', text, { allowed: ['GET', 'HEAD'] }, { allow: 'GET, HEAD' })
  }
  if (pathOf(request) === reloadPath) return reply.type('text/javascript; charset=utf-8').send(reloadScript)
  const file = isSite(shown) ? shown.files.get(pathOf(request)) : undefined
  if (!file) throw new AppError('not_found', `The dashboard has no file ${askedPathOf(request)}.`)
  return sendFile(request, reply, file)
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile): FastifyReply {
  const accepted = request.headers['accept-encoding']
  const packing = packingFor(typeof accepted === 'string' ? accepted : undefined, (each) => file[each] !== null)
  void reply.headers({
    'content-type': file.type,
    'cache-control': forever,
    'cross-origin-resource-policy': 'same-origin',
    'accept-ranges': 'none',
    vary: 'accept-encoding',
    ...(packing === null ? {} : { 'content-encoding': packing }),
  })
  return reply.send(packing === null ? file.plain : required(file[packing], 'packed file'))
}
