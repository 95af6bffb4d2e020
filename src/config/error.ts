/** A setting that cannot be used: one line that says which and why. */
export class ConfigError extends Error {}
