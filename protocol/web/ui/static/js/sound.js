// Sounds, made on the spot: a stone is a short knock, the end of a game a few notes.

import { prefs } from "./prefs.js";

let audio = null;

// unlock makes the sound possible; browsers want a gesture first.
export function unlock() {
  if (!audio && window.AudioContext) audio = new AudioContext();
  if (audio?.state === "suspended") audio.resume();
}

function envelope(at, peak, seconds) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(peak, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

function note(at, hertz, seconds, peak, shape = "triangle") {
  const tone = audio.createOscillator();
  tone.type = shape;
  tone.frequency.setValueAtTime(hertz, at);
  tone.connect(envelope(at, peak, seconds));
  tone.start(at);
  tone.stop(at + seconds);
}

function knock(at, hertz) {
  const length = Math.floor(audio.sampleRate * 0.05);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 4;
  const noise = audio.createBufferSource();
  noise.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = hertz;
  filter.Q.value = 3;
  noise.connect(filter).connect(envelope(at, 0.9, 0.06));
  noise.start(at);
  note(at, hertz / 4, 0.09, 0.18, "sine");
}

const sounds = {
  black: (at) => knock(at, 1500),
  white: (at) => knock(at, 1900),
  refused: (at) => note(at, 150, 0.16, 0.12),
  ask: (at) => [660, 880].forEach((f, i) => note(at + i * 0.12, f, 0.2, 0.1)),
  win: (at) => [523, 659, 784, 1047].forEach((f, i) => note(at + i * 0.11, f, 0.5, 0.13)),
  loss: (at) => [392, 330, 262].forEach((f, i) => note(at + i * 0.17, f, 0.5, 0.12)),
  draw: (at) => [440, 440].forEach((f, i) => note(at + i * 0.2, f, 0.4, 0.1)),
};

// play makes a sound unless it is muted.
export function play(name) {
  if (!prefs.sound || !audio || audio.state !== "running") return;
  sounds[name]?.(audio.currentTime);
}
