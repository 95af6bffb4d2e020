/** Writes single bits and the variable-length codes that H.264 is made of. */
export class BitWriter {
  readonly #bytes: number[] = []
  #current = 0
  #used = 0

  bits(value: number, count: number): this {
    for (let shift = count - 1; shift >= 0; shift--) {
      this.#current = (this.#current << 1) | ((value >>> shift) & 1)
      if (++this.#used === 8) this.#push()
    }
    return this
  }

  /** Exp-Golomb code of a number from 0 up. */
  golomb(value: number): this {
    const length = 32 - Math.clz32(value + 1)
    return this.bits(0, length - 1).bits(value + 1, length)
  }

  align(): this {
    while (this.#used !== 0) this.bits(0, 1)
    return this
  }

  bytes(values: Uint8Array): this {
    for (const value of values) this.bits(value, 8)
    return this
  }

  /** The stop bit that ends every H.264 unit, and the result. */
  finish(): Uint8Array {
    this.bits(1, 1).align()
    return Uint8Array.from(this.#bytes)
  }

  #push(): void {
    this.#bytes.push(this.#current)
    this.#current = 0
    this.#used = 0
  }
}
