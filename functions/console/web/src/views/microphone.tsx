export async function startMicrophone(): Promise<void> {}
export function stopMicrophone(): void {}
export const MicrophoneControls = () => null;
