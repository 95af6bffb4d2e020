import { loadSharp } from './sharp.ts'

/** A gradient with its own size written on it; another `version` gives other colours and another number. */
export async function drawSampleImage(width: number, height: number, version: number): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(sampleDrawing(width, height, version)))
    .png({ compressionLevel: 6 })
    .toBuffer()
}

/** The same as SVG. */
export function sampleDrawing(width: number, height: number, version: number): string {
  const hue = (version * 47 + width + height) % 360
  const label = version === 0 ? '' : `<text x="50%" y="62%" class="small">No. ${version}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="hsl(${hue},70%,58%)"/><stop offset="1" stop-color="hsl(${(hue + 50) % 360},75%,32%)"/>
</linearGradient></defs>
<style>text { font: bold ${Math.round(width / 11)}px sans-serif; fill: white; text-anchor: middle } .small { font-size: ${Math.round(width / 16)}px }</style>
<rect width="100%" height="100%" fill="url(#sky)"/>
<circle cx="${Math.round(width * 0.78)}" cy="${Math.round(height * 0.2)}" r="${Math.round(width / 12)}" fill="white" fill-opacity="0.35"/>
<text x="50%" y="52%">${width} x ${height}</text>${label}</svg>`
}
