/** Wrong input to the control interface: answered with 400 and the name of the field. */
export class ControlError extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}
