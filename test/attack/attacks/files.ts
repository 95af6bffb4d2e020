import { deflateSync } from 'node:zlib'
import { isBearable, isUnhurt, report } from '../attack.ts'
import type { Attack } from '../attack.ts'
import { costOf } from '../measure.ts'
import type { Cost } from '../measure.ts'

/** A picture of so many frames of one pixel each. */
function gif(frames: number): Buffer {
  const head = Buffer.from('474946383961020002008000000000000ffffff'.padEnd(40, '0').slice(0, 26), 'hex')
  const palette = Buffer.from([0, 0, 0, 255, 255, 255])
  const frame = Buffer.from('21f904000a0000002c0000000001000100000202440100', 'hex')
  return Buffer.concat([head, palette, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}

/** A video of empty boxes. */
function mp4(boxes: number): Buffer {
  const type = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex')
  const box = Buffer.from('0000000866726565', 'hex')
  return Buffer.concat([type, ...Array<Buffer>(boxes).fill(box)])
}

/** A document whose one stream is very large once it is unpacked. */
function pdf(megabytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(megabytes * 2 ** 20, 0x20), { level: 9 })
  const parts = [
    Buffer.from(
      '%PDF-1.5\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n',
    ),
    Buffer.from('3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj\n'),
    Buffer.from(`4 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>stream\n`),
    packed,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ]
  return Buffer.concat(parts)
}

export const files: Attack = {
  name: 'files',
  about: 'somebody uploads what is small to send and large to look at',
  long: true,
  async run(stage, note) {
    const given: [string, Buffer][] = [
      ['a.gif', gif(130_000)],
      ['b.mp4', mp4(1_000_000)],
      ['c.pdf', pdf(300)],
    ]
    for (const [name, bytes] of given) {
      const pid = await stage.servicePid()
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(bytes)]), name)
      const isFine = (of: Cost | null) => isBearable(of, bytes.length, 'keyed')
      const upload = () => stage.call('POST', '/upload', { body: form, key: stage.strangerKey })
      const { result, cost } = await costOf(stage, upload, isFine)
      const held = result.status < 500 && isFine(cost) && (await isUnhurt(stage, pid))
      note(`${name} of ${(bytes.length / 2 ** 20).toFixed(1)} MB`, held, `${result.status}, ${report(cost)}`)
    }
  },
}
