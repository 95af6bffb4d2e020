import { required } from '../../../../../client/src/required.ts'

const size = 1080
const colours: [string, string][] = [
  ['#1d4ed8', '#60a5fa'],
  ['#11663a', '#6fd49a'],
  ['#8a4b00', '#f0b65c'],
  ['#7c1d6f', '#f08bd8'],
]

/** A square picture with a headline on it. */
export async function drawPicture(place: number, headline: string): Promise<File> {
  const canvas = new OffscreenCanvas(size, size)
  const paint = required(canvas.getContext('2d'), 'canvas')
  const [from, to] = required(colours[place % colours.length], 'colour')
  const gradient = paint.createLinearGradient(0, 0, size, size)
  gradient.addColorStop(0, from)
  gradient.addColorStop(1, to)
  paint.fillStyle = gradient
  paint.fillRect(0, 0, size, size)
  paint.fillStyle = '#ffffff'
  paint.font = '600 110px system-ui, sans-serif'
  paint.textAlign = 'center'
  paint.fillText(headline, size / 2, size / 2, size - 120)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], `demo-${place + 1}.png`, { type: 'image/png' })
}
