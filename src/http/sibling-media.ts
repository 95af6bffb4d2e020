import type { FastifyReply, FastifyRequest } from 'fastify'
import { siblingRoot } from '../core/media/siblings/signed-path.ts'
import type { SignedQuery } from '../core/media/siblings/signed-path.ts'
import type { SiblingAddress } from '../core/media/storage.ts'
import { errorStatus } from '../errors.ts'
import type { AppError } from '../errors.ts'
import { MissingObjectError } from '../files/store/store.ts'
import { wrapError } from './envelope.ts'
import { noSuchOperation } from './server.ts'
import type { OtherFace } from './server.ts'

/** Where processes on the same database ask for media that lie here. To whoever has not signed, it is a path like any that is not there. */
export function siblingFace({ admits, own }: SiblingAddress, publicUrl: () => string): OtherFace {
  const keyOf = ({ params }: FastifyRequest) => (params as { '*': string })['*']
  return {
    paths: [`${siblingRoot}*`],
    methods: ['GET'],
    async admit(request) {
      if (!admits(keyOf(request), request.query as SignedQuery)) throw noSuchOperation({ publicUrl }, request)
    },
    async answer(request, reply) {
      const key = keyOf(request)
      const found = await own.stat(key)
      if (!found) throw noSuchOperation({ publicUrl }, request)
      const file = await own.open(key).catch((error: unknown) => {
        throw error instanceof MissingObjectError ? noSuchOperation({ publicUrl }, request) : error
      })
      return reply.type('application/octet-stream').header('content-length', String(found.size)).send(file)
    },
    fail(error: AppError, request: FastifyRequest, reply: FastifyReply) {
      const body = wrapError(request.surface, error, request.id, publicUrl())
      void reply.status(errorStatus[error.code]).headers(error.headers).send(body)
    },
  }
}
