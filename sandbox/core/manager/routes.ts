import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ControlError } from '../control/error.ts'
import { findSimulator } from '../control/steering.ts'
import type { World } from '../control/world.ts'
import { registerForms } from './forms.ts'
import { readSearch } from './lists.ts'
import { createLiveCalls } from './live-calls.ts'
import { sendPicture } from './media.ts'
import { accountPage, failurePage, homePage, platformPage, rowPage } from './pages.ts'
import { openView, shownPlatforms } from './view.ts'
import type { ShownAccount, Shown, View } from './view.ts'

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
}

type Params = Record<string, string>

/** The pages on which people look at the simulated platforms. */
export function registerManager(app: FastifyInstance, world: World, publicUrl: string | undefined): void {
  const live = createLiveCalls(world.calls)
  const viewOf = (request: FastifyRequest): View => openView(world, request.url)
  app.setErrorHandler((error, request, reply) => {
    const { status, message } = describeError(error)
    return reply
      .code(status)
      .headers(pageHeaders)
      .send(failurePage(viewOf(request), status, message))
  })
  const page = (path: string, draw: (view: View, request: FastifyRequest) => string) =>
    app.get(path, (request, reply) => reply.headers(pageHeaders).send(draw(viewOf(request), request)))
  page('/', (view, request) => homePage(view, publicUrl ?? `http://${request.headers.host ?? 'localhost'}`))
  page('/manager/:platform', (view, { params }) => platformPage(view, findShown(world, params as Params)))
  page('/manager/:platform/:account', (view, { params, query }) => {
    const place = findPlace(world, params as Params)
    const { level: asked } = query as Params
    const { level } = place.look.levels.find((each) => each.level === asked) ?? place.look.levels[0]!
    return accountPage(view, place, level, readSearch(query as Params))
  })
  page('/manager/:platform/:account/:level/:id', (view, { params, query }) => {
    const place = findPlace(world, params as Params)
    return rowPage(view, place, findRow(view, place, params as Params), readSearch(query as Params))
  })
  registerFiles(app)
  registerForms(app, world)
  app.get('/_manager/calls', (request, reply) => {
    const { platform } = request.query as { platform?: string }
    if (platform !== undefined) findSimulator(world, platform, 'platform')
    return live.stream(request, reply, { platform })
  })
  app.get('/_manager/media/:platform/:name', (request, reply) => {
    const { name = '' } = request.params as Params
    const picture = findShown(world, request.params as Params).look.picture(name)
    if (!picture) throw missing('picture')
    return sendPicture(reply, name, picture)
  })
}

function describeError(error: unknown): { status: number; message: string } {
  if (error instanceof ControlError) return { status: error.status, message: error.message }
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status >= 500) console.error(error)
  return { status, message: status >= 500 ? 'The sandbox failed' : (error as Error).message }
}

function missing(what: string): ControlError {
  return new ControlError(what, `There is no such ${what} here.`, 404)
}

function findShown(world: World, { platform }: Params): Shown {
  const shown = shownPlatforms(world).find(({ simulator }) => simulator.platform === platform)
  if (!shown) throw missing('platform')
  return shown
}

function findPlace(world: World, params: Params): ShownAccount {
  const shown = findShown(world, params)
  const account = shown.look.accounts().find(({ id }) => id === params['account'])
  if (!account) throw missing('account')
  return { ...shown, account }
}

function findRow(view: View, place: ShownAccount, params: Params) {
  const known = place.look.levels.find(({ level }) => level === params['level'])
  if (!known) throw missing('level')
  const row = view.rows(place, known.level).find(({ id }) => id === params['id'])
  if (!row) throw missing(known.one.toLowerCase())
  return { level: known.level, row }
}

const own = new URL('static/', import.meta.url)
/** Of no code of the service: only what its pages look like. */
const face = new URL('../../../src/face/', import.meta.url)

const files = [
  { name: 'style.css', type: 'text/css; charset=utf-8', from: own },
  { name: 'script.js', type: 'text/javascript; charset=utf-8', from: own },
  { name: 'tokens.css', type: 'text/css; charset=utf-8', from: face },
  { name: 'mark.svg', type: 'image/svg+xml', from: face },
  { name: 'geist.woff2', type: 'font/woff2', from: face },
  { name: 'geist-ext.woff2', type: 'font/woff2', from: face },
  { name: 'geist-mono.woff2', type: 'font/woff2', from: face },
]

function registerFiles(app: FastifyInstance): void {
  for (const { name, type, from } of files) {
    const bytes = readFileSync(new URL(name, from))
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    app.get(`/_manager/${name}`, (request, reply): FastifyReply => {
      void reply.headers({ etag, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }).type(type)
      return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(bytes)
    })
  }
}
