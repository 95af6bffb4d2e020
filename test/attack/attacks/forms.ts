import { createRandom } from '../../../sandbox/core/figures/random.ts'
import { sendRaw } from '../../support/raw-request.ts'
import { isUnhurt } from '../attack.ts'
import type { Attack, Note } from '../attack.ts'
import type { Stage } from '../stage.ts'

/** Around every round number at which a library might have a limit of its own. */
const counts = [1, 19, 20, 21, 99, 100, 101, 999, 1000, 1001, 1024, 1999, 2001, 5003]
const many = [25_013, 100_003]

function form(fields: number, end: string): Buffer {
  const parts = Array.from({ length: fields }, (_, at) => part(`name="f${at}"`, 'v'))
  return Buffer.from(parts.join('') + part('name="file"; filename="a.png"', end))
}

function part(named: string, value: string): string {
  return `--x\r\nContent-Disposition: form-data; ${named}\r\n\r\n${value}\r\n`
}

/** Ends inside of its last part, after it, before its boundary, and as it should. */
const endings: [string, (whole: Buffer) => Buffer][] = [
  ['inside of a part', (whole) => whole.subarray(0, -3)],
  ['after a part', (whole) => whole],
  ['inside of a boundary', (whole) => Buffer.concat([whole, Buffer.from('--')])],
  ['whole', (whole) => Buffer.concat([whole, Buffer.from('--x--\r\n')])],
]

function post(path: string, body: Buffer, headers: string): Buffer {
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}

async function tryAll(stage: Stage, note: Note, sizes: number[]): Promise<void> {
  const pid = await stage.servicePid()
  const bearer = `Authorization: Bearer ${stage.strangerKey}\r\n`
  for (const path of ['/upload', '/v1/media/upload']) {
    for (const count of sizes) {
      for (const [ending, cut] of endings) {
        const { status } = await sendRaw(stage.url, post(path, cut(form(count, 'abc')), bearer))
        const held = status >= 400 && status < 500 && (await isUnhurt(stage, pid))
        note(`a form of ${count + 1} parts to ${path} that ends ${ending}`, held, status)
      }
    }
  }
}

/** What is cut short anywhere, with the same seed in every run. */
async function cutAnywhere(stage: Stage, note: Note): Promise<void> {
  const random = createRandom(20_261_117)
  const pid = await stage.servicePid()
  const whole = form(1_203, 'abc'.repeat(200))
  const bearer = `Authorization: Bearer ${stage.strangerKey}\r\n`
  for (let nth = 0; nth < 25; nth++) {
    const at = random.integer(1, whole.length - 1)
    const { status } = await sendRaw(stage.url, post('/upload', whole.subarray(0, at), bearer))
    note(`a form cut at byte ${at}`, status >= 400 && status < 500 && (await isUnhurt(stage, pid)), status)
  }
}

export const forms: Attack = {
  name: 'forms',
  about: 'another company sends forms of many parts that end anywhere',
  // In `npm test` it is test/promises/requests/hostile-forms.test.ts that does so.
  long: true,
  async run(stage, note) {
    await tryAll(stage, note, counts)
    await cutAnywhere(stage, note)
  },
}

export const largeForms: Attack = {
  name: 'large forms',
  about: 'the same with a hundred thousand parts',
  long: true,
  run: (stage, note) => tryAll(stage, note, many),
}
