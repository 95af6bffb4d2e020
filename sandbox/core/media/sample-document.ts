const pages = 3

/** A complete PDF file of a few pages with a line of text on each; `version` makes it another one. */
export function buildSampleDocument(width: number, height: number, version: number): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${numberOf(index)} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...Array.from({ length: pages }, (_, index) => page(index, { width, height, version })).flat(),
  ]
  return assemble(objects)
}

/** Each page is followed by what stands on it. */
function numberOf(index: number): number {
  return 4 + index * 2
}

function page(index: number, { width, height, version }: { width: number; height: number; version: number }): string[] {
  const text = `BT /F1 24 Tf 60 ${height - 90} Td (Sample ${version}, page ${index + 1} of ${pages}) Tj ET`
  const content = numberOf(index) + 1
  const resources = '<< /Font << /F1 3 0 R >> >>'
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources ${resources} /Contents ${content} 0 R >>`,
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
  ]
}

/** Objects in their order, then the table of where each of them begins. */
function assemble(objects: string[]): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
