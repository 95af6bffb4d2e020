import { BitWriter } from './bit-writer.ts'

/** A picture in one colour, in the colour space of video. */
export interface FlatPicture {
  width: number
  height: number
  luma: number
  blue: number
  red: number
}

const macroblock = 16

export function sequenceParameters({ width, height }: FlatPicture): Buffer {
  const columns = Math.ceil(width / macroblock)
  const rows = Math.ceil(height / macroblock)
  // Cropping counts in steps of two pixels, because colour is stored at half the resolution.
  const cropRight = (columns * macroblock - width) / 2
  const cropBottom = (rows * macroblock - height) / 2
  const writer = new BitWriter()
  // Baseline profile, level 4.0: the smallest that allows 8160 macroblocks (1080 x 1920).
  writer.bits(66, 8).bits(0xc0, 8).bits(40, 8).golomb(0)
  // 16 frame numbers; shown in the order of decoding; one reference picture.
  writer.golomb(0).golomb(2).golomb(1).bits(0, 1)
  writer
    .golomb(columns - 1)
    .golomb(rows - 1)
    .bits(1, 1)
    .bits(1, 1)
  writer.bits(1, 1).golomb(0).golomb(cropRight).golomb(0).golomb(cropBottom)
  writer.bits(0, 1)
  return unit(0x67, writer.finish())
}

export function pictureParameters(): Buffer {
  const writer = new BitWriter().golomb(0).golomb(0).bits(0, 2).golomb(0).golomb(0).golomb(0).bits(0, 3)
  writer.golomb(0).golomb(0).golomb(0).bits(0, 3)
  return unit(0x68, writer.finish())
}

/**
 * The first picture. Only the first macroblock carries samples (I_PCM); every other one is predicted
 * from its neighbours without a correction, so the colour spreads over the whole picture.
 */
export function keyFrame(picture: FlatPicture): Buffer {
  const columns = Math.ceil(picture.width / macroblock)
  const rows = Math.ceil(picture.height / macroblock)
  const writer = new BitWriter().golomb(0).golomb(7).golomb(0).bits(0, 4).golomb(0).bits(0, 2).golomb(0)
  writer.golomb(25).align()
  writer.bytes(new Uint8Array(256).fill(picture.luma))
  writer.bytes(new Uint8Array(64).fill(picture.blue)).bytes(new Uint8Array(64).fill(picture.red))
  for (let index = 1; index < columns * rows; index++) {
    writer.golomb(3).golomb(0).golomb(0)
    // "No coefficients": beside the I_PCM block the fixed-length table applies, elsewhere the shortest code.
    if (index === 1 || index === columns) writer.bits(3, 6)
    else writer.bits(1, 1)
  }
  return unit(0x65, writer.finish())
}

/** A picture that repeats the one before it: every macroblock is skipped. */
export function repeatedFrame(picture: FlatPicture, frameNumber: number): Buffer {
  const macroblocks = Math.ceil(picture.width / macroblock) * Math.ceil(picture.height / macroblock)
  const writer = new BitWriter()
    .golomb(0)
    .golomb(5)
    .golomb(0)
    .bits(frameNumber % 16, 4)
    .bits(0, 3)
    .golomb(0)
  return unit(0x41, writer.golomb(macroblocks).finish())
}

/** Puts the header in front, and breaks up byte runs that would look like a start code. */
function unit(header: number, payload: Uint8Array): Buffer {
  const out = [header]
  let zeros = 0
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      out.push(3)
      zeros = 0
    }
    out.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Buffer.from(out)
}
