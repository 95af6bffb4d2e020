import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import { request } from 'undici'
import type { Figure } from '../figure.ts'
import { fileByHand, twelveMetrics } from './by-hand.ts'
import { accountId, accountKey, rowsPerAccount, span } from './fill.ts'
import { median, timed } from './ask.ts'
import type { ReportsFixture } from './fixture.ts'

const rounds = 3

/** Files of half a million rows against COPY of the same rows, with the same names and metrics; and of the bare table. */
export async function exportFigures(
  fixture: ReportsFixture,
  accounts: number[],
  say: (line: string) => void,
): Promise<Figure[]> {
  const rows = accounts.length * rowsPerAccount
  const { from, to } = span()
  const copy: number[] = []
  const bare: number[] = []
  const ours: Record<string, number[]> = { csv: [], ndjson: [], parquet: [] }
  // With the first files code is compiled, connections are opened, and the heap finds its size.
  for (const format of Object.keys(ours)) await readExport(fixture, accounts.slice(0, 3), format)
  const before = await memoryOf(fixture.servicePid)
  let max = before
  const watch = setInterval(() => {
    void memoryOf(fixture.servicePid).then((bytes) => (max = Math.max(max, bytes)))
  }, 100)
  for (let round = 0; round < rounds; round++) {
    copy.push(await timed(() => copyOut(fixture, fileByHand(accounts, from, to))))
    bare.push(await timed(() => copyOut(fixture, bareRows(accounts))))
    ours.csv!.push(await timed(() => readExport(fixture, accounts, 'csv')))
    ours.ndjson!.push(await timed(() => readExport(fixture, accounts, 'ndjson')))
  }
  ours.parquet!.push(await timed(() => readExport(fixture, accounts, 'parquet')))
  clearInterval(watch)
  const speed = (times: number[]) => rows / (median(times) / 1000)
  say(
    `rows per second: COPY ${Math.round(speed(copy))}, of the bare table ${Math.round(speed(bare))}; ${Object.entries(
      ours,
    )
      .map(([format, times]) => `${format} ${Math.round(speed(times))}`)
      .join(', ')}`,
  )
  return [
    {
      what: '(c) CSV export / COPY TO STDOUT, rows per second',
      value: speed(ours.csv!) / speed(copy),
      unit: '',
      atLeast: 0.5,
    },
    {
      what: '(c) NDJSON export / COPY TO STDOUT, rows per second',
      value: speed(ours.ndjson!) / speed(copy),
      unit: '',
      atLeast: 0.5,
    },
    {
      what: '(c) Parquet export / COPY TO STDOUT, rows per second',
      value: speed(ours.parquet!) / speed(copy),
      unit: '',
      atLeast: 0.35,
    },
    {
      what: '(c) CSV export / COPY of the bare table (a quarter of the bytes)',
      value: speed(ours.csv!) / speed(bare),
      unit: '',
    },
    { what: '(c) memory that exports add to the service', value: (max - before) / 2 ** 20, unit: 'MiB', atMost: 64 },
  ]
}

function bareRows(accounts: number[]): string {
  const { from, to } = span()
  const keys = accounts.map(accountKey).join(', ')
  return `SELECT * FROM ad_days WHERE account_key IN (${keys}) AND day BETWEEN '${from}' AND '${to}'`
}

async function copyOut({ pool }: ReportsFixture, text: string): Promise<void> {
  const client = await pool.connect()
  await drain(client.query(copyTo(`COPY (${text}) TO STDOUT WITH (FORMAT csv)`)))
  client.release()
}

async function readExport({ url, key }: ReportsFixture, accounts: number[], format: string): Promise<void> {
  const { from, to } = span()
  const ids = accounts.map(accountId).join(',')
  const path = `/v1/reports/export?accountIds=${ids}&startDate=${from}&endDate=${to}&groupBy=day,adId&metrics=${twelveMetrics}&format=${format}`
  const answer = await request(url + path, { headers: { authorization: `Bearer ${key}` }, bodyTimeout: 0 })
  if (answer.statusCode !== 200) throw new Error(await answer.body.text())
  await drain(answer.body)
}

async function drain(stream: Readable): Promise<number> {
  let bytes = 0
  for await (const chunk of stream) bytes += (chunk as Buffer).length
  return bytes
}

/** What the process holds, in bytes. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}
