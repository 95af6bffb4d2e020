/** Made where it is first asked for: what knows how a language writes takes a browser longer to make than the first page to draw. */
export function kept<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}
