import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zipSync } from 'fflate'
import writeWorkbook from 'write-excel-file/node'
import { linesOfWorkbook, WorkbookProblem } from './workbook.ts'

const read = (bytes: Uint8Array) => linesOfWorkbook(new Uint8Array(bytes))

test('the first sheet of a workbook is read as it is written: texts, long ids, gaps, yes and no', async () => {
  const cells = [
    ['Ad name', 'Ad set', '', 'Paused'],
    ['Größe & <b> 👟 "x"', '120207000000000001', '', true],
    [],
    ['שלום | two', '7', '', false],
  ]
  const workbook = writeWorkbook(cells.map((row) => row.map((value) => ({ value }))))
  assert.deepEqual(await read(await workbook.toBuffer()), [
    ['Ad name', 'Ad set', '', 'Paused'],
    ['Größe & <b> 👟 "x"', '120207000000000001', '', 'yes'],
    [],
    ['שלום | two', '7', '', 'no'],
  ])
})

test('what is no workbook, a cut one, and one that becomes huge are refused', async () => {
  const text = (value: string) => new TextEncoder().encode(value)
  const whole = zipSync({ 'xl/workbook.xml': text('<workbook/>') })
  const sheets = '<workbook><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>'
  const links = '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>'
  const files = {
    'xl/workbook.xml': text(sheets),
    'xl/_rels/workbook.xml.rels': text(links),
    'xl/worksheets/sheet1.xml': new Uint8Array(2 * 2 ** 20),
  }
  const huge = zipSync(files)
  for (const bytes of [text('no archive'), new Uint8Array(0), whole, whole.subarray(0, 40), huge])
    await assert.rejects(linesOfWorkbook(new Uint8Array(bytes), 2 ** 20), WorkbookProblem)
})
