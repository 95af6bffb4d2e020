import type { FastifyReply } from 'fastify'
import { hashText } from '../figures/random.ts'
import type { LookPicture } from '../look.ts'
import { sampleDrawing } from '../media/sample-image.ts'

/** Nothing but pictures leaves here as one. */
const shownTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const largestSide = 4000

/** What was uploaded where it was kept, or a drawing of the same size; opened by itself it can do nothing. */
export function sendPicture(reply: FastifyReply, name: string, { kept, width, height }: LookPicture): FastifyReply {
  void reply.headers({
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=60',
  })
  if (kept && shownTypes.includes(kept.type)) return reply.type(kept.type).send(Buffer.from(kept.base64, 'base64'))
  const side = (length: number) => Math.min(largestSide, Math.max(1, Math.round(length) || 1080))
  return reply.type('image/svg+xml').send(sampleDrawing(side(width), side(height), 1 + (hashText(name) % 99)))
}
