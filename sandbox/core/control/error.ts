/** Wrong input to the control interface: answered with 400 (or a more telling status) and the name of the field. */
export class ControlError extends Error {
  readonly field: string
  readonly status: number

  constructor(field: string, message: string, status = 400) {
    super(message)
    this.field = field
    this.status = status
  }
}
