// Draws the bodies and the contacts with WebGL.

const SHADERS = {
  body: [`#version 300 es
    in vec3 point;
    uniform mat4 view; uniform vec4 turn; uniform vec3 place;
    out vec3 world;
    void main() {
      world = point + 2.0 * cross(turn.xyz, cross(turn.xyz, point) + turn.w * point) + place;
      gl_Position = view * vec4(world, 1.0);
    }`, `#version 300 es
    precision highp float;
    in vec3 world;
    uniform vec4 color; uniform vec3 eye; uniform bool flatly;
    out vec4 shade;
    void main() {
      float light = 1.0;
      if (!flatly) {
        vec3 normal = normalize(cross(dFdx(world), dFdy(world)));
        vec3 out_ = normalize(eye - world);
        if (dot(normal, out_) < 0.0) normal = -normal;
        light = 0.50 + 0.32 * max(dot(normal, normalize(vec3(0.4, 0.9, 0.35))), 0.0) + 0.22 * dot(normal, out_);
      }
      shade = vec4(color.rgb * light * color.a, color.a);
    }`],
  mark: [`#version 300 es
    in vec4 point;
    uniform mat4 view; uniform float size;
    out float age;
    void main() { gl_Position = view * vec4(point.xyz, 1.0); gl_Position.z -= 0.002 * gl_Position.w; gl_PointSize = size; age = point.w; }`,
  `#version 300 es
    precision highp float;
    in float age;
    uniform bool round;
    out vec4 shade;
    void main() {
      if (round && length(gl_PointCoord - 0.5) > 0.5) discard;
      float alpha = 1.0 - 0.85 * age;
      shade = vec4(vec3(0.82, 0.10, 0.06) * alpha, alpha);
    }`],
};

/** How long a contact stays on the screen, in seconds of the clock on the wall. */
const LINGERS = 0.4;
/** The length of a normal, as a share of the distance from which it is seen. */
const NORMAL = 0.03;

class Scene {
  constructor(canvas, motion) {
    this.canvas = canvas;
    this.motion = motion;
    const gl = this.gl = canvas.getContext("webgl2", { antialias: true, alpha: false, preserveDrawingBuffer: true });
    if (!gl) throw new Error("This browser does not offer WebGL 2, which the viewer draws with.");
    this.programs = Object.fromEntries(Object.entries(SHADERS).map(([name, sources]) => [name, this.program(sources)]));
    this.meshes = motion.data.meshes.map((mesh) => this.mesh(mesh));
    this.marks = { array: gl.createVertexArray(), buffer: gl.createBuffer() };
    gl.bindVertexArray(this.marks.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.marks.buffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 4, gl.FLOAT, false, 0, 0);
    // bodies that can be seen through come last; those of one mesh follow each other
    const opaque = (body) => (motion.data.bodies[body].color[3] >= 1 ? 0 : 1);
    this.order = motion.data.bodies.map((_, body) => body).sort((one, other) =>
      opaque(one) - opaque(other) || motion.data.bodies[one].mesh - motion.data.bodies[other].mesh);
  }

  program([vertex, fragment]) {
    const gl = this.gl, program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.bindAttribLocation(program, 0, "point");
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    const uniforms = {};
    for (let index = 0; index < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); index++) {
      const { name } = gl.getActiveUniform(program, index);
      uniforms[name] = gl.getUniformLocation(program, name);
    }
    return { program, uniforms };
  }

  mesh({ points, triangles }) {
    const gl = this.gl, array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    const unit = this.motion.data.length_unit;
    gl.bufferData(gl.ARRAY_BUFFER, Float32Array.from(points, (x) => x * unit), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, Uint32Array.from(triangles), gl.STATIC_DRAW);
    return { array, count: triangles.length };
  }

  draw(seconds, camera, speed, points) {
    const { gl, canvas } = this;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((x) => Math.max(1, Math.round(x * ratio)));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    gl.viewport(0, 0, width, height);
    gl.clearColor(0.957, 0.957, 0.949, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const { matrix, eye } = camera.matrix(width / height);
    this.bodies(seconds, matrix, eye);
    if (points) this.contacts(seconds, matrix, camera, speed, ratio);
  }

  bodies(seconds, matrix, eye) {
    const { gl, motion } = this;
    const { program, uniforms } = this.programs.body;
    gl.useProgram(program);
    gl.uniformMatrix4fv(uniforms.view, false, matrix);
    gl.uniform3fv(uniforms.eye, eye);
    gl.uniform1i(uniforms.flatly, motion.data.flat ? 1 : 0);
    let bound = null;
    for (const body of this.order) {
      if (!motion.isThere(body, seconds)) continue;
      const { mesh, color } = motion.data.bodies[body];
      if (mesh !== bound) gl.bindVertexArray(this.meshes[bound = mesh].array);
      const pose = motion.pose(body, seconds);
      gl.depthMask(color[3] >= 1);
      gl.uniform4fv(uniforms.color, color);
      gl.uniform3f(uniforms.place, pose[0], pose[1], pose[2]);
      gl.uniform4f(uniforms.turn, pose[3], pose[4], pose[5], pose[6]);
      gl.drawElements(gl.TRIANGLES, this.meshes[mesh].count, gl.UNSIGNED_INT, 0);
    }
    gl.depthMask(true);
  }

  contacts(seconds, matrix, camera, speed, ratio) {
    const { gl, motion } = this, { length_unit, time_unit } = motion.data;
    const lasts = Math.max(LINGERS * speed, time_unit);
    const points = [], lines = [];
    for (const { time, point, normal } of motion.contactsDuring(seconds - lasts, seconds)) {
      const age = Math.min(Math.max((seconds - time * time_unit) / lasts, 0), 1);
      const from = point.map((x) => x * length_unit);
      const to = from.map((x, axis) => x + normal[axis] * NORMAL_UNIT * NORMAL * camera.distance);
      points.push(...from, age);
      lines.push(...from, age, ...to, age);
    }
    const { program, uniforms } = this.programs.mark;
    gl.useProgram(program);
    gl.uniformMatrix4fv(uniforms.view, false, matrix);
    gl.uniform1f(uniforms.size, 7 * ratio);
    gl.bindVertexArray(this.marks.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.marks.buffer);
    for (const [kind, list] of [[gl.LINES, lines], [gl.POINTS, points]]) {
      gl.uniform1i(uniforms.round, kind === gl.POINTS ? 1 : 0);
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(list), gl.STREAM_DRAW);
      gl.drawArrays(kind, 0, list.length / 4);
    }
  }
}
