/** A document of so many empty pages, with all that a reader looks for: objects, their places, and a trailer. */
export function pdf(pages: number, { width = 612, height = 792, title = 'Guide' } = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 4} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} /MediaBox [0 0 ${width} ${height}] >>`,
    `<< /Title (${title}) >>`,
    ...kids.map(() => '<< /Type /Page /Parent 2 0 R /Resources << >> >>'),
  ]
  let text = '%PDF-1.7\n'
  const places = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(`${text}xref\n0 ${count}\n0000000000 65535 f \n${table}${trailer}`, 'latin1')
}
