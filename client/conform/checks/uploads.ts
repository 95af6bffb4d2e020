import type { Check } from '../check.ts'
import { address, anyObject, exactly, fields, integer, number, optional, text, truth } from '../shape.ts'
import { png } from './png.ts'

function formWith(name: string, type: string, bytes: Uint8Array): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
  return form
}

const size = { format: text, size: integer, width: exactly(320), height: exactly(200) }
const uploaded = fields({
  ...{ success: exactly(true), url: address, filename: text, originalName: text, wasRenamed: truth },
  ...{ id: optional(number), size: integer, sizeFormatted: text, dimensions: fields(size) },
})
const refused = (code: string) =>
  fields({ success: exactly(false), error: exactly(code), message: text, details: anyObject })

export const uploads: Check[] = [
  {
    name: 'a picture is uploaded, and served where the answer says',
    writes: true,
    async run(trial) {
      const picture = png(320, 200)
      const { body } = await trial.ask('/upload', [200, 201], {
        ...{ method: 'POST', form: formWith('picture.png', 'image/png', picture) },
      })
      trial.fits(body, uploaded)
      if (body.size !== picture.length) trial.differs(`size should be ${picture.length}, is ${String(body.size)}`)
      const served = await fetch(String(body.url))
      const bytes = (await served.arrayBuffer()).byteLength
      if (served.status !== 200 || bytes !== picture.length)
        trial.differs(
          `${String(body.url)} should serve the ${picture.length} bytes, answers ${served.status} with ${bytes}`,
        )
    },
  },
  {
    name: 'webp is refused as INVALID_FORMAT with what was found',
    async run(trial) {
      const webp = Buffer.concat([Buffer.from('RIFF\u001a\0\0\0WEBPVP8L', 'latin1'), Buffer.alloc(20)])
      const { status, body } = await trial.at.ask('/upload', {
        ...{ method: 'POST', form: formWith('picture.webp', 'image/webp', webp) },
      })
      if (status < 400 || status >= 500) trial.differs(`webp should be refused, is answered with ${status}`)
      trial.fits(body, refused('INVALID_FORMAT'))
      trial.fits(body.details, fields({ detectedFormat: text }), 'details')
    },
  },
  {
    name: 'an address that cannot be reached is URL_NOT_ACCESSIBLE',
    async run(trial) {
      const url = 'https://nowhere.invalid/picture.png'
      const { status, body } = await trial.at.ask('/upload/url', { method: 'POST', body: { url } })
      if (status < 400 || status >= 500) trial.differs(`it should be refused, is answered with ${status}`)
      trial.fits(body, refused('URL_NOT_ACCESSIBLE'))
      trial.fits(body.details, fields({ url: exactly(url) }), 'details')
    },
  },
  {
    name: 'an upload without a file is 400',
    async run(trial) {
      await trial.ask('/upload', 400, { method: 'POST', form: new FormData() })
      await trial.ask('/upload/url', 400, { method: 'POST', body: {} })
    },
  },
]
