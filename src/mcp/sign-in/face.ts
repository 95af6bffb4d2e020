import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { addressOf } from '../../call/address.ts'
import type { CallDeps } from '../../call/pipeline.ts'
import { errorStatus } from '../../errors.ts'
import type { AppError } from '../../errors.ts'
import type { SignInRequest } from './requests.ts'

type What = SignInRequest['what']

/** Where clients read how to be let in: at the root, or with the path of what they want to be let in to. */
const wellKnown: Record<string, What> = {
  '/.well-known/oauth-protected-resource': 'resource',
  '/.well-known/oauth-protected-resource/mcp': 'resource',
  '/.well-known/oauth-authorization-server': 'server',
  '/.well-known/oauth-authorization-server/mcp': 'server',
}
const posted: Record<string, What> = {
  '/oauth/register': 'register',
  '/oauth/token': 'token',
  '/oauth/revoke': 'revoke',
}

/** How an agent without a key is let in. What answers is loaded when somebody first asks. */
export function signInFaces({ services }: Pick<CallDeps, 'services'>) {
  const faceOf = (method: HTTPMethods, places: Record<string, What>) => ({
    paths: Object.keys(places),
    methods: [method],
    takesFormFields: method === 'POST',
    admit: async () => undefined,
    async answer(request: FastifyRequest, reply: FastifyReply) {
      const { answerSignIn } = await import('./requests.ts')
      const what = places[request.routeOptions.url ?? ''] ?? 'server'
      const asked = { what, body: request.body, address: addressOf(request), host: request.headers.host }
      const hasOwnSecret = request.headers.authorization !== undefined
      const { status, value, headers = {} } = await answerSignIn(services, { ...asked, hasOwnSecret })
      // What was closed by it opens nothing any more, before anybody is told.
      if (what === 'revoke' || (what === 'token' && status !== 200)) await services.listener.caughtUp()
      return reply.status(status).headers(headers).send(value)
    },
    fail(error: AppError, _request: FastifyRequest, reply: FastifyReply) {
      const status = errorStatus[error.code]
      const code = status >= 500 ? 'server_error' : 'invalid_request'
      void reply.status(status).headers(error.headers).send({ error: code, error_description: error.message })
    },
  })
  return [faceOf('GET', wellKnown), faceOf('POST', posted)]
}
